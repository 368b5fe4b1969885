"""Reads accounts, insights and ads from the stand-in for Meta by `facebook-business`.

    meta_client.py NOTED

Pages, a report that is done later and lists come to what the stand-in knows, to the last digit; what the service asks for are
fields that there are; errors are the client's own, with their codes."""

import importlib.metadata
import json
import re
import sys
import time
import warnings

from facebook_business.adobjects.ad import Ad
from facebook_business.adobjects.adaccount import AdAccount
from facebook_business.adobjects.adcreative import AdCreative
from facebook_business.adobjects.adreportrun import AdReportRun
from facebook_business.adobjects.adset import AdSet
from facebook_business.adobjects.adsinsights import AdsInsights
from facebook_business.adobjects.campaign import Campaign
from facebook_business.adobjects.user import User
from facebook_business.api import FacebookAdsApi
from facebook_business.exceptions import FacebookRequestError
from facebook_business.session import FacebookSession

from common import Check, in_units, words_of

# Of a system user, as the stand-ins know it.
TOKEN = "EAAsystemuser"
# Of the app that they know.
SECRET = "s3cret/+ %"
ACCOUNT = "act_1001"
EDGES = {"insights": AdsInsights, "ads": Ad, "adsets": AdSet, "campaigns": Campaign, "adaccounts": AdAccount}
FIGURES = ["spend", "impressions", "clicks", "date_start", "date_stop"]
LEVELS = {"campaign": ["campaign_id", "campaign_name"],
          "ad": ["campaign_id", "campaign_name", "adset_id", "adset_name", "ad_id", "ad_name"]}


def connect(check, version):
    FacebookSession.GRAPH = check.url
    # With a secret the client proves that it is the app's.
    FacebookAdsApi.init(app_id="operator", app_secret=SECRET, access_token=TOKEN, api_version=version, crash_log=False)


def parameters(check, level):
    since, until = check.days
    return {"level": level, "time_range": {"since": since, "until": until}, "time_increment": 1}


def expected(check, level):
    """Rows of the world, of ads or of their campaigns, as texts."""
    rows = {}
    for day in check.world(ACCOUNT.removeprefix("act_")):
        ids = (day["campaign"], day["ad_set"], day["ad"]) if level == "ad" else (day["campaign"],)
        sums = rows.setdefault((day["day"], *ids), [0, 0, 0])
        for place, figure in enumerate(["micros", "impressions", "clicks"]):
            sums[place] += day[figure]
    return {key: (in_units(micros), str(seen), str(clicks)) for key, (micros, seen, clicks) in rows.items()}


def as_read(rows):
    ids = ["campaign_id", "adset_id", "ad_id"]
    key = lambda row: (row["date_start"], *[row[it] for it in ids if it in row])
    return {key(row): (row["spend"], row["impressions"], row["clicks"]) for row in rows}


def insights(check):
    """By pages of a few rows, in one, and by a report."""
    account = AdAccount(ACCOUNT)
    for level, names in LEVELS.items():
        fields, asked, known = names + FIGURES, parameters(check, level), expected(check, level)
        check.that(len(known) > 10, "the world is empty")
        for limit in [3, 1000]:
            rows = list(account.get_insights(fields=fields, params=asked | {"limit": limit}))
            check.that(as_read(rows) == known and len(rows) == len(known), level, "by pages of", limit)
        check.misbehave(report_takes=2)
        report = account.get_insights(fields=fields, params=asked, is_async=True)
        check.that(isinstance(report, AdReportRun), "the report is", report)
        states = []
        while not states or (states[-1] != "Job Completed" and len(states) < 10):
            report = report.api_get(fields=[AdReportRun.Field.async_status, AdReportRun.Field.async_percent_completion])
            states.append(report["async_status"])
            time.sleep(0.05)
        check.that(states == ["Job Running", "Job Running", "Job Completed"], "the report was", states)
        check.that(report["async_percent_completion"] == 100, "the report ends at", report)
        rows = list(report.get_result(params={"limit": 5}))
        check.that(as_read(rows) == known, level, "by a report")
        print(f"    {len(rows)} rows of {level}s by pages and by a report")
    # What the service shows is what the client reads.
    sums = {}
    for key, (spend, _, _) in expected(check, "campaign").items():
        sums[key[1]] = sums.get(key[1], 0) + int(spend.replace(".", ""))
    for campaign, micros in sums.items():
        shown = check.shown.get(campaign, "")
        check.that(shown and shown.rstrip("0") == in_units(micros).rstrip("0"), "shown", shown, "for", in_units(micros))


def lists(check):
    accounts = User("me").get_ad_accounts(fields=["account_id", "name", "currency", "timezone_name"])
    accounts = {it["id"]: (it["account_id"], it["currency"], it["timezone_name"]) for it in accounts}
    check.that(accounts.get(ACCOUNT) == ("1001", "EUR", "Europe/Madrid") and len(accounts) == 2, "accounts", accounts)
    account = AdAccount(ACCOUNT)
    world = check.world("1001")
    common = ["id", "name", "effective_status"]
    for what, read, fields in [
        ("campaign", account.get_campaigns, common),
        ("ad_set", account.get_ad_sets, common + ["campaign_id"]),
        ("ad", account.get_ads, common + ["campaign_id", "adset_id", "creative"]),
    ]:
        rows = list(read(fields=fields, params={"limit": 1}))
        owners = lambda row: tuple(row[it] for it in ("campaign_id", "adset_id") if it in row)
        known = {day[what]: tuple(day[it] for it in ("campaign", "ad_set") if f"{it.replace('_', '')}_id" in fields)
                 for day in world}
        check.that({row["id"]: owners(row) for row in rows} == known, what, rows)
        for row in rows:
            check.that(set(row.export_all_data()) == set(fields), "fields of", row)
            check.that(row["effective_status"] in vars(type(row).EffectiveStatus).values(), "standing", row)
        if what == "ad":
            check.that(all(isinstance(row["creative"], AdCreative) and row["creative"]["id"] for row in rows), "creatives")


def errors(check):
    account = AdAccount(ACCOUNT)
    for trouble, code, subcode in [
        ("token_refused", 190, 463), ("permission_missing", 200, 0), ("throttled", 80_000, 2_446_079),
        ("outdated", 2_635, 0), ("too_much", 100, 1_487_534),
    ]:
        check.misbehave(trouble)
        told(check, trouble, (code, subcode), lambda: account.get_insights(fields=FIGURES, params=parameters(check, "ad")))
    check.misbehave("none", "expired_cursor")
    pages = lambda: list(account.get_insights(fields=FIGURES, params=parameters(check, "ad") | {"limit": 3}))
    told(check, "expired_cursor", (100, 1_349_193), pages)
    check.misbehave()
    told(check, "no field", (100, 0), lambda: account.get_ads(fields=["nam"]))
    told(check, "no level", (100, 0), lambda: account.get_insights(fields=FIGURES, params={"level": "ad"}))
    FacebookAdsApi.init(access_token="another", api_version="v25.0", crash_log=False)
    told(check, "another token", (190, None), lambda: User("me").get_ad_accounts())


def told(check, what, codes, ask):
    try:
        ask()
        check.that(False, what, "is no error")
    except FacebookRequestError as error:
        found = (error.api_error_code(), error.api_error_subcode())
        check.that(found == codes and error.api_error_message(), what, "is told as", found)
        if what == "throttled":
            usage = json.loads(error.http_headers()["x-business-use-case-usage"])
            check.that(usage["1001"][0]["estimated_time_to_regain_access"] == 1, "usage", usage)


def fields(text):
    """Of `id,creative{id,name}` each field, with those within it."""
    return [(name, inner.strip("{}").split(",") if inner else []) for name, inner in re.findall(r"(\w+)(\{[^}]*\})?", text)]


def adapter(check):
    """What the service asks for is what the client knows."""
    seen = set()
    for noted in check.noted:
        edge, asked = noted["path"].rpartition("/")[2], noted["query"]
        if "v25.0" not in noted["path"]:
            continue
        is_report = edge.isdigit()
        kind = AdReportRun if is_report else EDGES.get(edge)
        check.that(kind, "the client knows no", noted["path"])
        if edge != "adaccounts":
            proven = FacebookSession("operator", SECRET, TOKEN).appsecret_proof
            check.that(asked.get("appsecret_proof") == proven, "the proof of", noted["path"])
        if kind is None or "fields" not in asked:
            continue
        seen.add("report" if is_report else edge)
        for name, inner in fields(asked["fields"]):
            check.that(name in vars(kind.Field).values(), kind.__name__, "has no", name)
            for it in inner:
                check.that(it in vars(AdCreative.Field).values(), "creatives have no", it)
        if edge == "insights":
            check.that(asked["level"] in vars(AdsInsights.Level).values(), "no level is", asked["level"])
    check.that(seen == {*EDGES, "report"}, "the service asked for", sorted(seen))
    source = check.source("spend/social_rows.rs")
    states = set(words_of(source, r'"([A-Z]+(?:_[A-Z]+)*)"'))
    known = set().union(*(vars(kind.EffectiveStatus).values() for kind in (Ad, AdSet, Campaign)))
    print(f"    states that the client does not name: {', '.join(sorted(states - known)) or 'none'}")
    check.that({"ACTIVE", "PAUSED", "ARCHIVED", "DELETED"} <= states & known, "states", states)


def main():
    check = Check(sys.argv[1])
    # The client says itself that there is no such field, before it asks.
    warnings.filterwarnings("ignore", message="ads does not allow field")
    # The version that the service asks for, and the client's own.
    for version in ["v25.0", FacebookAdsApi.API_VERSION]:
        print(f"    facebook-business {importlib.metadata.version('facebook-business')}, {version}")
        connect(check, version)
        lists(check)
        insights(check)
    errors(check)
    adapter(check)
    check.end()


if __name__ == "__main__":
    main()
