"""Work."""

from __future__ import annotations

from sidecar.domain.fact import Domain
from sidecar.memory.extraction.english.rules.shorthands import SHORTHANDS
from sidecar.memory.extraction.grammar import parse_rules

_WORK = Domain.WORK

JOBS = parse_rules(_WORK, """
    ME AM $WHO* JOB
    ME work|worked|AM_working|have_worked|have_been_working (full-time|part-time|remotely|nights|mostly)* at|as
    |for|in|with|from|on|part|full|freelance|NUMBER|shifts
    & !it|that|this|myself|out|my_way|something|them|me|the_weekend|a_project|a_report|my|an_essay|a_presentation
    |a_few|peace|pajamas|pyjamas _
    ME work remotely|nights|freelance|part-time|full-time|weekends|shifts|days|night_shifts|part|full|hybrid
    |the_night_shift|the_graveyard_shift|from_home|two_jobs|NUMBER
    ME have been $WHO* JOB
    ME have been at NAME|google|amazon|microsoft|apple|meta (for|since)
    ME no_longer|don't work at|for|in|as _
    (working|work) at|as|for (a|an|the)? NAME|JOB
    ME run|own|manage|lead|founded|started|opened|co-own|head|direct|supervise (a|an|my|the|our|own|small|team
    |little|local|NAME|NUMBER|two|data|sales|engineering|marketing
        |family|online|tiny|of|corner|used|coffee|law)* business|shop|store|bakery|company|startup|cafe|restaurant
        |agency|team|farm|studio|salon|bar|pub|practice|clinic|firm
        |nonprofit|charity|department|gym|brewery|bookshop|bookstore|food_truck|consultancy|school|hotel|daycare
        |nursery|people|workshop|garage|etsy_shop|barbershop
    """, SHORTHANDS, passing=True)  # fmt: skip

RULES = (
    *parse_rules(_WORK, """
        ME AM self-employed|unemployed|retired|between_jobs|out_of_work|on_maternity_leave|on_parental_leave
        |semi-retired|freelancing|job_hunting|laid_off|in_the_army|in_the_navy
        |in_the_air_force|job-hunting|on_sabbatical
        ME AM at a|an|the startup|company|agency|bank|law_firm|nonprofit|hospital_now|consultancy
        ME AM in sales|marketing|finance|tech|it|hr|construction|real_estate|healthcare|education|insurance|retail
        |hospitality|logistics|law_enforcement|advertising|consulting
        |publishing|banking|nursing
        ME lost (my|the|a)? job|position|role|post
        ME quit|left|resigned|have_quit|have_left|AM_leaving|handed_in (my|the|a)? job|position|role|post
        |notice|NAME|company|firm|startup|corporate|teaching|nursing|academia
        ME quit END|,|last|in|to|today|and|after
        ME resigned _
        ME got|was|were|have_been fired|laid_off|sacked|made_redundant|promoted|hired|let_go|furloughed
        |transferred|demoted
        ME got a promotion|raise|new_job
        ME retired|changed_jobs|switched_jobs|switched_careers|got_tenure|got_the_job|went_freelance|got_my_license
        ME got|started|landed|AM_starting|start|took|accepted|have (a|my|the|new|an|part-time|full-time|second
        |side)* job|role|position|internship|apprenticeship|residency|business|gig
        |nursing_school|practice
        ME started|start|AM_starting at|working|as _
        ME just|have_just|recently started _
        ME teach|taught !you|it|them|him|her|me|myself|my|a_lesson|this|that _
        ME sell|make|bake (custom|homemade|wedding|handmade|vintage|and_sell|my_own)* cakes|jewelry|jewellery
        |clothes|candles|art|furniture|insurance|cars|houses|honey|soap|bread|pottery
        |prints|stickers|quilts|software|real_estate|things_on|stuff_on|cookies|cheese
        ME drive for|uber|a_taxi|a_truck|a_bus|trucks|a_cab|lyft
        ME freelance|volunteer|intern|consult|AM_interning|AM_volunteering|AM_freelancing|AM_consulting _
        ME served in _
        ME use (!, _)* at|for work
        at|for work ,? ME use _
        ME code|program|develop in|for|mostly|with _
        ME earn|make NUMBER|around|about _
        my job|work|employer|company|office|startup|title|profession|field|salary IS (a|an|the)? called|in|at|NAME
        |remote|in-person|hybrid|based|JOB|NUMBER
        my boss|manager|supervisor IS|'s (name)? (called|IS|NAME)
        """, SHORTHANDS, passing=True),
)  # fmt: skip
