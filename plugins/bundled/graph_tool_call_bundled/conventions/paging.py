"""How long lists come page by page."""

from __future__ import annotations

from typing import Final

TABLES: Final = {
    "paging": """
        total count totalcount totalitems totalelements totalresults totalrecords totalsize totalpages pagecount pages
        page pageno pagenum pagenumber pageindex pagesize pagetoken perpage size limit offset skip start next previous
        prev first last hasmore hasnext hasnextpage haspreviouspage hasprevious cursor nextcursor previouscursor
        prevcursor nextpage prevpage previouspage nextpagetoken nexttoken nextmarker nexturl nextlink previousurl
        marker continuation continuationtoken continue endcursor startcursor numberofelements empty number currentpage
        firstid lastid itemsperpage incompleteresults remainingitemcount odatanextlink odatacount
    """,
    "paging_beginnings": """
        total
    """,
    "paging_containers": """
        meta metadata paging pagination page pageinfo links pageable responsemetadata responseheader jsonapi cursors
        sort nextpage previouspage pagedetails pageinformation paginginfo paginationinfo listmetadata
    """,
    "next_page": """
        nextcursor nextpagetoken nexttoken nextmarker endcursor continuationtoken continue odatanextlink nextlink
        nexturl nextpage next cursor marker after
    """,
    "page_cursors": """
        cursor pagetoken nexttoken nextcursor after startingafter marker continue continuationtoken nextpagetoken
        pagecursor startcursor
    """,
    "page_numbers": """
        page pageno pagenum pagenumber pageindex currentpage
    """,
    "page_offsets": """
        offset skip start startindex startat from
    """,
    "page_sizes": """
        limit perpage pagesize size maxresults count top rows first take itemsperpage numitems pagelimit maxitems
    """,
}
