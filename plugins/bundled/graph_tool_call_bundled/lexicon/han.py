"""Japanese and Chinese verbs of requests and API descriptions, with the English verbs that APIs use for them.

The basic verbs of both languages, as menus, manuals and API guides have them. Chinese words stand in
simplified and, where it differs, traditional writing.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

#: Action → word=English verbs. Of words that overlap the longest holds.
_VERBS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "search": """
            検索=search,find 探し=find,search 探す=find,search 調べ=search,find 絞り込=filter,search 搜索=search,find
            检索=search 檢索=search 查找=find,search 查询=search,query 查詢=search,query 搜=search
        """,
        "read": """
            取得=get 参照=get,view 閲覧=view,get 表示=show,get 確認=check,get 見せ=show,get 見たい=view,get
            見る=view,get 教え=get,tell 知りた=get 読み込=load,get 一覧=list ダウンロード=download エクスポート=export
            出力=export,print 比較=compare 获取=get 獲取=get 取得=get 查看=view,get 显示=show,get 顯示=show,get
            读取=read,get 讀取=read,get 列出=list 列表=list 浏览=browse,list 下载=download 下載=download 导出=export
            導出=export 匯出=export 看看=view,get 看一下=view,get 告诉=get 检查=check 檢查=check 比较=compare
        """,
        "create": """
            作成=create 登録=register,create 追加=add,create 新規=create,new 作って=create 作る=create 作りた=create
            投稿=post,create 書き込=post,write 申請=request,create 申し込=apply,create 予約=reserve,create
            アップロード=upload 保存=save 発行=issue,create 招待=invite,create 複製=clone,copy コピー=copy
            インポート=import 打刻=clock,create 加え=add,create 创建=create 創建=create 新建=create 建立=create
            新增=add,create 添加=add,create 增加=add,create 注册=register,create 註冊=register,create 上传=upload
            上傳=upload 提交=submit,create 保存=save 申请=request,create 生成=generate,create 发布=publish,create
            發布=publish,create 导入=import 導入=import 邀请=invite 邀請=invite 复制=copy 複製=copy 拷贝=copy
            预订=reserve,create
        """,
        "update": """
            更新=update 変更=change,update 編集=edit,update 修正=update,fix 設定=set,configure 直し=edit,update
            直す=edit,update 変え=change,update 書き換=edit,update 移動=move 割り当て=assign 修改=update,edit
            编辑=edit,update 編輯=edit,update 变更=change,update 變更=change,update 设置=set,configure
            設置=set,configure 重置=reset 重設=reset 更改=change,update 移动=move 分配=assign 替换=replace 改成=change
        """,
        "delete": """
            削除=delete,remove 消して=delete,remove 消す=delete,remove 消した=delete,remove 消去=delete 除外=remove
            外し=remove 外す=remove 解約=cancel,delete 退会=withdraw,delete 破棄=discard,delete 删除=delete,remove
            刪除=delete,remove 移除=remove,delete 删掉=delete,remove 刪掉=delete,remove 清空=clear,delete
            注销=delete,withdraw 清除=clear,delete
        """,
        "action": """
            送信=send 送って=send 送りた=send 送る=send 承認=approve 却下=reject 拒否=reject キャンセル=cancel
            取り消=cancel 取消=cancel 有効化=enable,activate 無効化=disable,deactivate 開始=start 停止=stop
            実行=run,execute 再実行=rerun,retry 再起動=restart 参加=join 退出=leave 認証=authenticate ログイン=login
            ログアウト=logout 支払=pay,payment 返金=refund 公開=publish マージ=merge 通知=notify 发送=send 發送=send
            发一=send 批准=approve 审批=approve 拒绝=reject 拒絕=reject 启用=enable 啟用=enable 禁用=disable
            启动=start 啟動=start 开始=start 執行=run,execute 执行=run,execute 重启=restart 重新启动=restart
            登录=login 登入=login 登出=logout 支付=pay,payment 付款=pay,payment 退款=refund 加入=join 离开=leave
            回滚=rollback 安装=install 忽略=ignore 合并=merge 恢复=restore,reset
        """,
    }
)


def verbs() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Word → (action, English verbs)."""
    return {
        word: (action, tuple(english.split(",")))
        for action, text in _VERBS.items()
        for word, _, english in (entry.partition("=") for entry in text.split())
    }
