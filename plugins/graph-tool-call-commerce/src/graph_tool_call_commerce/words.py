"""Words of Korean commerce in Latin letters, as data: who knows another one adds a line here, or a setting."""

from __future__ import annotations

from typing import Final

#: Resource → the abbreviations that stand for it, with | between the words of one: dlvAddrSeq.
NOUNS: Final = {
    "address": "addr address",
    "brand": "brnd brand",
    "category": "ctgr ctg category catg",
    "claim": "clm claim",
    "coupon": "cpn coupon",
    "delivery": "dlv dlvr dlvy delivery",
    "delivery_address": "dlv|addr dlvr|addr dlvy|addr",
    "event": "evt event",
    "invoice": "invc waybill",
    "member": "mbr mem member",
    "member_grade": "mbr|grd mem|grd mbr|grade",
    "order": "ord od odr order",
    "order_item": "ord|dtl od|dtl ord|goods ord|item order|item",
    "payment": "pay pymt stlm",
    "product": "goods gds prd prdt product",
    "promotion": "prmt prom",
    "refund": "rfnd refund",
    "review": "rvw review",
    "seller": "slr sellr seller vndr",
    "stock": "stk",
    "warehouse": "whs wh",
}

#: Endings of keys. One product has one key, whether its team writes goodsNo or goodsCd; mbrId is none: it is a login.
KEYS: Final = ("no", "cd", "seq", "sn", "sno")
#: Endings of what people call a thing by.
NAMES: Final = ("nm", "name")

#: Words before the ending that make a name a code of a table, and no key of the thing before them: ordStatCd.
CODED: Final = ("bank", "dlvco", "grd", "grade", "pay|mthd", "rsn", "stat", "sts", "tp", "type", "gb", "gbn")

#: Fields that whoever makes the calls knows: which mall, which site, which language.
CONTEXT: Final = ("mallId", "mallNo", "siteCd", "siteNo", "shopNo", "langCd", "chnlCd", "cmpnyCd")

#: What people say → spellings of it as a member of an enum, in lower case and without separators (DLV_ING). Numbers are
#: a house's own ("20"): they stand in the setting `codes` or in the database.
ENUM_WORDS: Final = {
    "결제완료": "payed paid paycmpt paycmpl stlmcmpt",
    "결제대기": "paywait payrdy stlmwait",
    "배송준비": "dlvrdy dlvrrdy dlvprep",
    "배송준비중": "dlvrdy dlvrrdy dlvprep",
    "배송중": "dlving dlvring shipping",
    "배송완료": "dlvcmpt dlvcmpl dlvrcmpt delivered",
    "구매확정": "buycfrm buyconf purcfrm",
    "취소": "cncl cancel",
    "반품": "rtn rtrn return",
    "교환": "exch exchg exchange",
}

#: Tables of `Vocabulary`.
WRAPPERS: Final = ("rsltList", "rsltData", "resultList", "resultData", "dataList", "rslt")
TABLES: Final = {
    "payload": ("rsltList", "rsltData", "resultList", "resultData", "dataList"),
    "status": ("rsltCd", "rsltMsg"),
    "outcome_codes": ("rsltCd",),
    "outcome_texts": ("rsltMsg",),
    "name_words": ("nm",),
    "paging": ("totCnt", "totalCnt", "pageNo", "rowCnt", "listCnt"),
    "page_numbers": ("currPageNo",),
    "page_sizes": ("rowCnt", "listCnt", "pageCnt"),
}
