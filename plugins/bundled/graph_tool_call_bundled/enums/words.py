"""Words of states and choices that mean the same, in English and Korean. Generic: no word of one trade or product."""

from __future__ import annotations

from typing import Final

#: The first word of each line is the concept; the others are ways to say it.
CONCEPTS: Final = tuple(
    tuple(line.split())
    for line in """
complete completed completion done finish finished fulfilled 완료 완료됨 끝남 完了 完成
incomplete unfinished uncompleted 미완료 미완성
cancel canceled cancelled cancellation 취소 취소됨 キャンセル 取消
active enabled enable on activated 활성 활성화 사용 사용중 有効 启用
inactive disabled disable off deactivated 비활성 비활성화 미사용 無効 禁用
pending waiting wait awaiting queued 대기 대기중 보류중 待機
hold held paused suspended 보류 정지 일시정지
progress ongoing processing running started 진행 진행중 처리중 進行中
fail failed failure error 실패 오류 에러 失敗 失败
success succeeded successful ok 성공 成功
ready prepared 준비 준비됨 준비완료
open opened 열림 오픈
close closed 닫힘 마감 종료됨
end ended terminated expired 종료 만료 만료됨
new created 신규 새로운 생성
approve approved accepted accept 승인 수락 承認
reject rejected declined denied decline deny 거절 반려 거부 却下
delete deleted removed 삭제 삭제됨 削除
refund refunded 환불 返金
return returned 반품 返品
exchange exchanged 교환 交換
ship shipped shipping dispatched sent 발송 배송 배송중 発送
deliver delivered 배송완료 배달완료 配達済み
pay paid payment 결제 결제완료 입금완료 支払済み
unpaid 미결제 미납 입금대기
receive received receipt 접수 수령 접수됨
request requested 요청 신청
draft 초안 임시저장 下書き
publish published 게시 발행 公開
public 공개
private 비공개 非公開
confirm confirmed verified 확인 확정 확인됨
unconfirmed unverified 미확인 미확정
sold soldout 품절 매진 판매완료
available 가능 이용가능 재고있음
unavailable 불가 이용불가
all any every 전체 모두 全部 すべて
none nothing 없음
yes y true 예 네
no n false 아니오 아니요
male man 남성 남자
female woman 여성 여자
high 높음 상
medium middle normal 보통 중간
low 낮음 하
urgent critical 긴급
daily day 매일 일간 일별
weekly week 매주 주간 주별
monthly month 매월 월간 월별
yearly year annual annually 매년 연간 연별
ascending asc oldest 오름차순
descending desc latest newest 내림차순 최신순
""".strip().splitlines()
)

#: A syllable that denies what follows it: 미완료 is not 완료.
DENYING: Final = frozenset("미비불부무안不未非")
#: Words that turn the meaning of what follows.
NEGATIONS: Final = frozenset("not non no un without never isn't aren't".split())
#: Words that may stand in a member or a question without changing which state is meant.
EMPTY: Final = frozenset("in is are was be the a an of status state type orders order items item only".split())
