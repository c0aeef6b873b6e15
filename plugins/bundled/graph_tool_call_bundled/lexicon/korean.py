"""Korean words of requests and business APIs, with the English words that API descriptions use for them.

General vocabulary of commerce, accounts, content and operations, as in Korean API guides
and their English counterparts. The first English word counts in full, the others less.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

#: Action → stem of the Korean verb → English verbs. Longer stems win over shorter ones.
_VERBS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "search": "검색=search,find 찾아=find,search 찾기=find,search 탐색=explore,search 찾는=find,search",
        "read": """
            조회=get 확인=check,get 보여=show,get 보기=get,view 알려=get,tell 가져=get,fetch 불러=get,load
            열람=view,get 읽어=read,get 읽기=read,get 출력=print,get 다운로드=download 내려받=download 내보내=export
            비교=compare 궁금=get 알고=get 표시=show,get 받아오=get,fetch 얻=get
            열어=open,get 열기=open,get 받아보=get,receive 미리보=preview,view 추적=track,trace 세어=count
            모니터링하=monitor 살펴=view,check 훑어=view,list 인쇄=print 다운받=download 조사=inspect,check
        """,
        "create": """
            등록=create,register,add 생성=create 추가=add,create 만들=create 작성=create,write 신규=create,new
            개설=create,open 가입=create,join,register 신청=request,create 예약=reserve,create,schedule 업로드=upload
            올려=upload 올리=upload 저장=save,create 발급=issue,create 발행=issue,publish,create 초대=invite
            주문하=order,create 입력=create,enter 넣어=add,create 복사=copy,clone 복제=clone,copy 제출=submit
            쓰기=write,create 구성=configure,create 가져오기=import
            남기=add,create,leave 남겨=add,create,leave 달아=add,attach 달기=add,attach 붙여=attach,add
            붙이=attach,add 올릴=upload 구매=purchase,buy 구입=purchase,buy 예매=book,reserve 잡아=book,schedule
            접수=submit,receive 부여=grant,assign 띄워=launch,start 띄우=launch,start 기록하=record,log
            게재=publish,post 모집=recruit,create 편성=create,schedule 재발급=reissue,issue
        """,
        "update": """
            수정=update,edit 변경=change,update 갱신=update,refresh 편집=edit,update 바꿔=change,update
            바꾸=change,update 고쳐=update,fix 고치=update,fix 설정=set,configure,setting 교체=replace 이동=move
            배정=assign 할당=assign 지정=set,assign 이름변경=rename 닫아=close 닫기=close 종료=close,end,stop
            조정=adjust,update 업데이트=update 재설정=reset 표시하=mark 옮겨=move 옮기=move
            연장=extend,renew 늘려=increase,extend 늘리=increase,extend 줄여=reduce,decrease
            줄이=reduce,decrease 덮어=overwrite,replace 숨겨=hide 숨기=hide 정렬=sort,order
            미뤄=postpone,reschedule 미루=postpone,reschedule 연기=postpone,reschedule 적용=apply,use
            맡겨=assign 맡기=assign 위임=delegate,assign 전환=convert,switch 대체=replace 마감=close
            제한=restrict,limit 기입=enter,update 보완=amend,update
        """,
        "delete": """
            삭제=delete,remove 제거=remove,delete 지워=delete,remove 지우=delete,remove 없애=remove,delete
            폐기=discard,delete 탈퇴=withdraw,delete,leave 비우=clear,empty 비워=clear,empty 빼=remove 말소=delete
            정리=prune,clean,delete
            해지=cancel,terminate,delete 해약=cancel,terminate 철회=withdraw,revoke,cancel
            파기=destroy,delete 추방=kick,ban,remove 제외=exclude,remove 회수=revoke,withdraw
            무효화=void,invalidate 무효=void,invalid 내쫓=kick,remove 떼=remove,detach 떼어=remove,detach
            삭감=reduce,remove 소거=erase,clear
        """,
        "action": """
            취소=cancel 승인=approve 거절=reject,decline 거부=reject,deny 반려=reject 활성화=enable,activate
            비활성화=disable,deactivate 켜=enable,on 끄=disable,off 꺼=disable,off 시작=start 실행=run,execute
            중지=stop 중단=stop,suspend 정지=stop,suspend 멈춰=stop 멈추=stop 일시정지=pause 재개=resume
            재시작=restart 재실행=rerun,retry 재시도=retry 전송=send 발송=send 보내=send 송신=send 게시=publish,post
            공개=publish 배포=deploy,publish 병합=merge 합치=merge 잠금=lock 잠그=lock 잠궈=lock 차단=block
            해제=release,unlock,disable 팔로우=follow 구독=subscribe,subscription 로그인=login 로그아웃=logout
            인증=authenticate,verify,authentication 결제=pay,payment 환불=refund 반품=return 교환=exchange
            검증=validate,verify 변환=convert 계산=calculate 동기화=sync 설치=install 연결=connect,attach
            연결해제=disconnect,detach 부착=attach 분리=detach,split 복원=restore 복구=restore,recover 보관=archive
            요청=request 응답=respond,reply 답장=reply 답변=reply,answer 공유=share 이관=transfer
            이전=transfer,migrate 양도=transfer 참여=join 참가=join 나가=leave 떠나=leave 충전=charge,topup
            출금=withdraw 입금=deposit 송금=transfer,send 배정해제=unassign 초기화=initialize,reset 평가=rate,review
            투표=vote 신고=report 고정=pin 알림=notify,notification 확정=confirm 정산=settle,settlement
            출고=ship,release 입고=receive 포크=fork 커밋=commit 푸시=push 풀=pull
            되살=restore,recover 살려=restore,recover 되돌=restore,revert 롤백=rollback,restore 만료=expire
            서명=sign 압축=compress,zip 처리=process 호출=call,invoke 지급=pay,payout 납부=pay 이체=transfer
            상환=repay 차감=deduct 적립=accrue,add 사용=use 종결=close,complete 개시=start 기동=start 가동=start,run
            구동=run 재부팅=reboot,restart 재전송=resend 재발송=resend 연동=connect,integrate,link
            허용=allow,permit 허가=permit,approve 인가=authorize,approve 금지=ban,block 언팔로우=unfollow
            좋아하=like 눌러=click,set 전달=forward,send 회신=reply 통보=notify 안내=notify 마이그레이션=migrate
            학습=train 내놓=publish 퇴장=leave,remove 입장=join 매입=capture,purchase 조율=schedule
            끊어=disconnect 끊기=disconnect 중재=resolve 해결=resolve,solve 선택=select 투입=submit
            배치=deploy,place
        """,
    }
)

#: Verbs that add nothing to the verb before them.
LIGHT: Final = frozenset({"처리"})

#: Korean noun → English words.
_NOUNS: Final = """
    회원=member,user,customer 고객=customer,client 사용자=user 유저=user 관리자=administrator,manager
    담당자=manager,assignee 판매자=seller,vendor 구매자=buyer,customer 수신자=recipient,receiver 발신자=sender
    작성자=author,writer 소유자=owner 직원=employee,staff 사원=employee 팀=team 그룹=group 조직=organization
    부서=department 회사=company 기업=company,enterprise 업체=vendor,company 파트너=partner 계정=account
    프로필=profile 역할=role 권한=permission,authority 멤버=member 참여자=participant,member 참가자=participant
    친구=friend 팔로워=follower 팔로잉=following 구독자=subscriber 연락처=contact 사람=person,people 주문=order
    주문서=order 주문내역=order,history 상품=product,goods,item 제품=product 품목=item 물품=item,goods 옵션=option
    카테고리=category 분류=category,classification 브랜드=brand 재고=inventory,stock 창고=warehouse 매장=store,shop
    상점=store,shop 쇼핑몰=mall,shop 장바구니=cart,basket 위시리스트=wishlist 찜=wish,favorite 쿠폰=coupon
    할인=discount 프로모션=promotion 이벤트=event 포인트=point 적립금=point,reward 마일리지=mileage,point 가격=price
    금액=amount 요금=fee,charge,price 수수료=fee,commission 비용=cost 세금=tax 통화=currency 환율=exchange,rate
    예산=budget 매출=sales,revenue 거래=transaction,trade 결제수단=payment,method 카드=card 계좌=account,bank
    은행=bank 잔액=balance 청구=billing,invoice 청구서=invoice,bill 영수증=receipt 견적=quote,estimate 견적서=quote
    계약=contract 송장=invoice,waybill 입금내역=deposit 배송=delivery,shipping,shipment
    배송지=delivery,address,shipping 배송비=shipping,fee,delivery 배달=delivery 택배=parcel,delivery
    운송장=tracking,waybill 주소=address 우편번호=zip,postal 수령인=recipient 출고지=warehouse 물류=logistics
    클레임=claim 후기=review 리뷰=review 평점=rating,score 별점=rating 문의=inquiry,question 질문=question
    답글=reply,comment 댓글=comment 코멘트=comment 공지=notice,announcement 공지사항=notice,announcement
    게시글=post,article 게시물=post,article 게시판=board 글=post,article 기사=article,news 뉴스=news 블로그=blog
    메모=memo,note 노트=note 문서=document 파일=file 폴더=folder,directory 디렉토리=directory 디렉터리=directory
    첨부=attachment 첨부파일=attachment,file 이미지=image 사진=photo,picture,image 영상=video 동영상=video
    비디오=video 음악=music 노래=song,track 앨범=album 영화=movie 드라마=tv,show 책=book 도서=book 메시지=message
    메세지=message 문자=sms,message,text 메일=mail,email 이메일=email 채팅=chat 채널=channel 대화=conversation,chat
    방=room 회의=meeting 미팅=meeting 웨비나=webinar 일정=schedule,event,calendar 캘린더=calendar 달력=calendar
    약속=appointment 예약내역=reservation,booking 할일=todo,task 작업=job,task 업무=task,work 과제=task,assignment
    프로젝트=project 마일스톤=milestone 이슈=issue 티켓=ticket 라벨=label 레이블=label 태그=tag
    저장소=repository,storage 리포지토리=repository 레포지토리=repository 리포=repository 레포=repository
    브랜치=branch 릴리스=release 릴리즈=release 풀리퀘스트=pull,request 머지=merge 웹훅=webhook,hook 훅=hook
    워크플로=workflow 워크플로우=workflow 파이프라인=pipeline 빌드=build 컨테이너=container 볼륨=volume
    네트워크=network 서버=server 호스트=host 노드=node 클러스터=cluster 인스턴스=instance 서비스=service
    플러그인=plugin 데이터베이스=database 테이블=table 컬렉션=collection 색인=index 인덱스=index 쿼리=query 키=key
    토큰=token 비밀번호=password 암호=password,secret 시크릿=secret 세션=session 인증서=certificate 로그=log
    이력=history,log 내역=history,list 기록=record,history,log 통계=statistic,stats 지표=metric 보고서=report
    리포트=report 대시보드=dashboard 모니터링=monitoring 경고=alert,warning 경보=alert,alarm 오류=error 에러=error
    상태=status,state 진행상황=progress 버전=version 환경=environment 환경설정=setting,preference,configuration
    구독정보=subscription 요금제=plan 플랜=plan 라이선스=license 앱=application 애플리케이션=application
    어플리케이션=application 기기=device 장치=device 디바이스=device 센서=sensor 차량=vehicle,car 자동차=car,vehicle
    항공편=flight 호텔=hotel 객실=room 숙소=accommodation,hotel 여행=travel,trip 위치=location,position
    장소=place,location 지역=region,area 국가=country 나라=country 도시=city 언어=language 번역=translation
    날씨=weather 지도=map 경로=route,path 좌표=coordinate 시간=time,hour 날짜=date 기간=period 시각=time 이름=name
    제목=title,subject 내용=content,body 설명=description 번호=number,no 코드=code 유형=type 종류=type,kind 값=value
    크기=size 수량=quantity 순위=ranking,rank 점수=score 등급=grade,level,tier 우선순위=priority 학생=student
    교사=teacher 선생님=teacher 강의=lecture,course 수업=class,course 강좌=course 과목=subject,course 시험=exam,test
    성적=grade,score 학교=school 병원=hospital 환자=patient 의사=doctor 진료=treatment,visit 처방=prescription
    약=medicine,drug 보험=insurance 반려동물=pet 애완동물=pet 동물=animal 설문=survey 투표함=poll 퀴즈=quiz
    템플릿=template 양식=form,template 규칙=rule 정책=policy 조건=condition 링크=link 페이지=page 사이트=site
    도메인=domain 링크주소=url 알람=alarm,alert 알림톡=notification 푸시알림=push,notification 반품내역=return
    교환내역=exchange 환불내역=refund 결제내역=payment,history 급여=payroll,salary 근태=attendance
    출근=attendance,clockin 퇴근=clockout 휴가=leave,vacation 연차=leave 채용=recruitment 지원자=applicant,candidate
    이력서=resume 조직도=organization,chart 좋아요=like 즐겨찾기=favorite,bookmark 북마크=bookmark 스타=star
    미디어=media 썸네일=thumbnail 배경=background 아이콘=icon 최신=latest,recent 최근=recent,latest 인기=popular
    추천=recommendation,recommend 관련=related 유사=similar 비슷한=similar 다음=next,upcoming 상위=top,parent
    하위=child,sub 공개용=public 비공개=private 임시=temporary,draft 활성=active 대기=pending,waiting
    완료=complete,completed 실패=failed,failure 미납=unpaid 미처리=pending 미읽음=unread 안읽은=unread 읽지=unread
    만료=expired,expire
    휴지통=trash,bin 워터마크=watermark 압축파일=zip,archive 미리보기=preview 바로가기=shortcut,link
    공유링크=shared,link
    협업=collaboration 협업자=collaborator 공동작업자=collaborator 초대장=invitation,invite 하위폴더=subfolder,folder
    메타데이터=metadata 속성=property,attribute 필드=field 열=column 행=row 레코드=record 스키마=schema 별칭=alias
    색상=color 전자서명=signature,sign 워크스페이스=workspace 작업공간=workspace 대기열=queue 큐=queue 스케줄=schedule
    스케줄러=scheduler 트리거=trigger 콜백=callback 엔드포인트=endpoint 게이트웨이=gateway 방화벽=firewall
    서브넷=subnet
    포트=port 인터페이스=interface 라우터=router 스위치=switch 랙=rack 케이블=cable 데이터센터=datacenter,site
    가상머신=virtual,machine 레지스트리=registry 네임스페이스=namespace 변수=variable 환경변수=environment,variable
    기능=feature 플래그=flag 모델=model 임베딩=embedding 벡터=vector 프롬프트=prompt 사용량=usage
    용량=capacity,storage,quota 한도=limit,quota 할당량=quota 저장공간=storage,space 드라이브=drive 백업=backup
    스냅샷=snapshot 아카이브=archive 패키지=package 모듈=module 라이브러리=library 릴리스노트=release,note 소스=source
    소스코드=source,code 체크=check 러너=runner 액션=action 아티팩트=artifact 마켓플레이스=marketplace 배지=badge
    뱃지=badge
    별=star 별표=star 분쟁=dispute 이의제기=dispute,appeal 세율=tax,rate 정기결제=subscription,recurring
    체크아웃=checkout 계좌이체=transfer,bank 자동이체=debit,mandate 이자=interest 대출=loan 명세서=statement
    부가세=vat,tax 세금계산서=tax,invoice 현금영수증=cash,receipt 원장=ledger 전표=journal,voucher 회계=accounting
    장부=ledger,journal 공급업체=supplier,vendor 거래처=vendor,contact,client 발주=purchase,order
    발주서=purchase,order 지급내역=payout,history 지출=expense,spending
    경비=expense 수입=income,revenue
    이익=profit 손익=profit,loss 인증번호=code,verification 감사로그=audit,log 감사=audit 접속=access,login
    접속기록=access,log 스레드=thread 이모지=emoji 이모티콘=emoji 반응=reaction 멘션=mention 음성=voice,audio
    전화=call,phone 전화번호=phone,number 녹음=recording 녹화=recording 녹취=transcript,recording
    자막=caption,subtitle 화상회의=meeting,conference 참석자=participant,attendee 주최자=host,organizer
    발표자=presenter,panelist 서명요청=sign,request 업로드세션=upload,session 버킷=bucket 객체=object 파티션=partition
    복제본=replica 배포판=distribution 로드밸런서=load,balancer 인증키=key,credential 자격증명=credential
    공개키=public,key 비공개키=private,key 사본=copy 원본=original,source 목표=goal,objective 마감일=due,deadline
    기한=due,deadline 진행률=progress 의존성=dependency 분기=branch,quarter 스프린트=sprint 보드=board 섹션=section
    포트폴리오=portfolio 설문지=survey,form 응답자=respondent 캠페인=campaign 뉴스레터=newsletter 세그먼트=segment
    수신거부=unsubscribe,suppression 발신번호=sender,number 문자메시지=sms,message 음성메시지=voice,message
    사이트맵=sitemap 일괄=bulk,batch 한꺼번에=bulk,batch 국가코드=country,code 우편=mail,post 편지=letter
    엽서=postcard
    수표=check 보증금=deposit 선불=prepaid 후불=postpaid 할부=installment 선물=gift 기프트카드=gift,card
    상품권=voucher,gift 품절=soldout,stock 반려견=dog,pet 고양이=cat,pet 예방접종=vaccination 검진=checkup,exam
"""

#: Words that stand in most descriptions: what is asked for stands beside them.
_GENERIC: Final = """
    상세=detail 상세정보=detail,information 정보=information,info 목록=list 리스트=list 데이터=data 항목=item,entry
    새=new 새로운=new 단건=single,detail 다건=list 하나=one 전체목록=list 개수=count 갯수=count 건수=count 몇=count
    총합=total,sum 합계=total,sum
"""

#: Endings and particles that may follow a word; the longest is taken.
SUFFIXES: Final = frozenset(
    """
    을 를 이 가 은 는 의 에 에서 에게 에게서 으로 로 와 과 도 만 부터 까지 한테 께 들 들을 들이 들의 들은 별 중 중인
    이나 나 이랑 랑 하고 해 해줘 해줘요 해주세요 해라 하기 하세요 합니다 한다 하다 하고싶어 하려고 하고자 할래 할게
    하자 해요 했어 하는 한 할 함 하여 해서 해보자 돼 된 되는 되어 됨 되었는지 됐는지 줘 줘요 주세요 주라 다오 어줘
    어주세요 어라 기 는지 인지 인가 인가요 이야 야 요 입니다 와줘 오기 와주세요 고 고싶어 고자 려고 어 아 아줘
    아주세요 봐 보자 볼래 네 니 라 자 적 님 께서 에는 에서의 으로의 로의 까지의 에대한 대한 에관한 관한
    """.split()
)
#: Endings that make a verb describe a noun: 취소된 주문, 생성한 사용자.
ADNOMINAL: Final = frozenset("된 되는 한 하는 할 중인 중 된것 되었던 했던".split())

MINE: Final = frozenset("내 나의 제 저의 우리 본인 나 저".split())
EVERY: Final = frozenset("모든 전체 전부 모두 각".split())
#: Words that say nothing of what is wanted.
STOP: Final = frozenset(
    """
    그 이 저것 그것 이것 것 수 좀 및 또는 그리고 또 등 때 더 가장 어떤 무엇 뭐 누구 누가 어디 언제 왜 어떻게 있어 있는
    있나 있는지 있나요 없는 싶어 싶습니다 바랍니다 부탁 부탁해 주세요 줘 해줘 대한 대해 관한 관련된 특정 해당 에게
    으로 위한 위해 통해 따라 대로 하는 해 하기 하고
    """.split()
)


def nouns() -> dict[str, tuple[str, ...]]:
    """Korean noun → English words."""
    return _read(_NOUNS)


def generic() -> dict[str, tuple[str, ...]]:
    """Generic Korean noun → English words."""
    return _read(_GENERIC)


def verbs() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Korean verb stem → (action, English verbs)."""
    return {stem: (action, words) for action, text in _VERBS.items() for stem, words in _read(text).items()}


def _read(text: str) -> dict[str, tuple[str, ...]]:
    pairs = (entry.partition("=") for entry in text.split())
    return {korean: tuple(english.split(",")) for korean, _, english in pairs}
