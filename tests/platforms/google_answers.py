"""Reads what the stand-in for Google answered, and what it was asked, by the types of `google-ads`.

    google_answers.py NOTED

Fields that the types do not have are errors, and so are queries for fields that the rows of the API do not have."""

import importlib.metadata
import json
import re
import sys

from google.ads.googleads.v26.enums.types.ad_group_ad_status import AdGroupAdStatusEnum
from google.ads.googleads.v26.enums.types.ad_group_status import AdGroupStatusEnum
from google.ads.googleads.v26.enums.types.campaign_status import CampaignStatusEnum
from google.ads.googleads.v26.enums.types.consent_status import ConsentStatusEnum
from google.ads.googleads.v26.errors.types.conversion_upload_error import ConversionUploadErrorEnum
from google.ads.googleads.v26.errors.types.errors import ErrorCode, GoogleAdsFailure
from google.ads.googleads.v26.services.types.conversion_upload_service import (
    UploadClickConversionsRequest,
    UploadClickConversionsResponse,
)
from google.ads.googleads.v26.services.types.customer_service import ListAccessibleCustomersResponse
from google.ads.googleads.v26.services.types.google_ads_service import (
    GoogleAdsRow,
    SearchGoogleAdsResponse,
    SearchGoogleAdsStreamResponse,
)
from google.protobuf import json_format
from google.rpc import code_pb2

from common import Check, in_units, words_of

FAILURE = "type.googleapis.com/google.ads.googleads.v26.errors.GoogleAdsFailure"
QUERY = re.compile(r"SELECT (?P<fields>.+?) FROM (?P<resource>\w+)(?: WHERE (?P<field>[\w.]+) BETWEEN '[\d-]+' AND '[\d-]+')?")


def read(check, kind, value, what):
    """A message of this kind; `None` when the value is another's."""
    try:
        message = json_format.ParseDict(value, kind.pb()())
    except json_format.ParseError as error:
        check.that(False, what, error)
        return None
    check.that(True)
    return message


def fields_of(query):
    return query["fields"].split(", ")


def leads_somewhere(path):
    """Whether a row has such a field, and it is a value."""
    at = GoogleAdsRow.pb().DESCRIPTOR
    for name in path.split("."):
        field = at and at.fields_by_name.get(name)
        if not field:
            return False
        at = field.message_type
    return at is None


def is_set(message, path):
    *owners, name = path.split(".")
    for owner in owners:
        message = getattr(message, owner)
    # What is an enumeration has no presence of its own.
    has_presence = message.DESCRIPTOR.fields_by_name[name].has_presence
    return message.HasField(name) if has_presence else bool(getattr(message, name))


def queries(check):
    """Every query that was sent names what there is; the answers have what was asked for, and nothing else."""
    asked = check.of(":searchStream") + check.of(":search")
    rows, kinds = {}, set()
    for noted in asked:
        text = json.loads(noted["body"])["query"]
        query = QUERY.fullmatch(text)
        check.that(query, "the query", text)
        if not query:
            continue
        query = query.groupdict()
        kinds.add(re.sub(r"'[^']+'", "…", text))
        named = fields_of(query) + [it for it in [query["field"]] if it]
        for field in named:
            check.that(leads_somewhere(field), "no row has", field)
            resource = field.split(".")[0]
            check.that(resource in ("metrics", "segments", "campaign", "ad_group", query["resource"]), field, "of", text)
        check.that(query["resource"] in GoogleAdsRow.pb().DESCRIPTOR.fields_by_name, "no resource", query["resource"])
        if noted["status"] != 200:
            continue
        is_stream = noted["path"].endswith("Stream")
        parts = json.loads(noted["answer"]) if is_stream else [json.loads(noted["answer"])]
        kind = SearchGoogleAdsStreamResponse if is_stream else SearchGoogleAdsResponse
        for part in parts:
            message = read(check, kind, part, text)
            if message is None:
                continue
            check.that(sorted(message.field_mask.paths) == sorted(fields_of(query)), "the mask of", text)
            for row in message.results:
                for field in fields_of(query):
                    check.that(is_set(row, field), field, "is not in a row of", text)
                # Names of resources are told unasked.
                told = {name for name in told_fields(row) if not name.endswith("resource_name")}
                check.that(told <= set(fields_of(query)), sorted(told), "for", text)
            rows.setdefault((query["resource"], bool(query["field"])), []).extend(message.results)
    expected = {("campaign", True), ("ad_group_ad", True), ("campaign", False), ("ad_group", False),
                ("ad_group_ad", False), ("customer", False)}
    check.that(expected == rows.keys(), "queries were of", sorted(rows))
    print(f"    {len(asked)} queries of {len(kinds)} forms, {sum(map(len, rows.values()))} rows")
    return rows


def told_fields(message, before=""):
    for field, value in message.ListFields():
        if field.message_type:
            yield from told_fields(value, f"{before}{field.name}.")
        else:
            yield before + field.name


def totals(check, rows):
    """Sums of what was answered, of what the stand-in knows, and of what the service shows are the same."""
    since, until = check.days
    world = {}
    for day in check.world("2001"):
        world[day["campaign"]] = world.get(day["campaign"], 0) + day["micros"]
    check.that(world and all(world.values()), "the world is empty")
    for resource in ["campaign", "ad_group_ad"]:
        seen, sums = set(), {}
        for row in rows.get((resource, True), []):
            key = (row.segments.date, row.campaign.id, row.ad_group_ad.ad.id)
            # The latest days are read several times.
            if since <= row.segments.date <= until and key not in seen:
                seen.add(key)
                sums[str(row.campaign.id)] = sums.get(str(row.campaign.id), 0) + row.metrics.cost_micros
        check.that(sums == world, resource, sums, "in place of", world)
    for campaign, micros in world.items():
        shown = check.shown.get(campaign)
        check.that(shown and decimal(shown) == decimal(in_units(micros)), "shown", shown, "in place of", in_units(micros))


def decimal(text):
    return text.rstrip("0").rstrip(".") if "." in text else text


def failure(check, error, words):
    """An error by the types, with a code that there is."""
    name = " ".join(words)
    check.that(error.get("status") in code_pb2.Code.keys(), name, "status", error.get("status"))
    details = error.get("details") or [{}]
    check.that([it.get("@type") for it in details] == [FAILURE], name, "details")
    message = read(check, GoogleAdsFailure, {key: it for key, it in details[0].items() if key != "@type"}, name)
    if message is None or not message.errors:
        return check.that(False, name, "has no error")
    told = message.errors[0]
    kind = told.error_code.WhichOneof("error_code")
    field = ErrorCode.pb().DESCRIPTOR.fields_by_name[kind]
    word = field.enum_type.values_by_number[getattr(told.error_code, kind)].name
    check.that([kind, word] == words, name, "is told as", kind, word)
    return message


def errors(check):
    """Whatever goes wrong is told in words that there are."""
    path = "/v26/customers/2001/googleAds:searchStream"
    good = {"query": "SELECT campaign.id FROM campaign"}
    for trouble, words in {
        "token_refused": ["authentication_error", "OAUTH_TOKEN_EXPIRED"],
        "permission_missing": ["authorization_error", "USER_PERMISSION_DENIED"],
        "account_closed": ["authorization_error", "CUSTOMER_NOT_ENABLED"],
        "throttled": ["quota_error", "RESOURCE_EXHAUSTED"],
        "outdated": ["request_error", "UNSUPPORTED_VERSION"],
    }.items():
        check.misbehave(trouble)
        status, answer = check.ask(path, good)
        check.that(status >= 400, trouble, status)
        [part] = json.loads(answer)
        message = failure(check, part["error"], words)
        if trouble == "throttled" and message:
            delay = message.errors[0].details.quota_error_details.retry_delay
            check.that(delay.seconds == 60, "the delay is", delay)
    for body, words in [
        ({"query": "SELECT campaign.nam FROM campaign"}, ["query_error", "UNRECOGNIZED_FIELD"]),
    ]:
        _, answer = check.ask(path, body)
        failure(check, json.loads(answer)[0]["error"], words)
    _, answer = check.ask(path, good, token=None)
    failure(check, json.loads(answer)[0]["error"], ["authentication_error", "OAUTH_TOKEN_EXPIRED"])
    _, answer = check.ask("/v26/customers/2001/googleAds:search", good)
    failure(check, json.loads(answer)["error"], ["authentication_error", "OAUTH_TOKEN_INVALID"])
    _, answer = check.ask("/v26/customers/1234567890:uploadClickConversions", {})
    failure(check, json.loads(answer)["error"], ["authorization_error", "DEVELOPER_TOKEN_NOT_APPROVED"])
    # An account that is not enabled says nothing of itself.
    closed = [it for it in check.of(":search") if it["status"] == 403]
    check.that(closed, "no account was closed")
    for noted in closed:
        failure(check, json.loads(noted["answer"])["error"], ["authorization_error", "CUSTOMER_NOT_ENABLED"])


def accounts(check):
    listed = check.of("customers:listAccessibleCustomers", "GET")
    check.that(listed, "no accounts were listed")
    for noted in listed:
        message = read(check, ListAccessibleCustomersResponse, json.loads(noted["answer"]), "accounts")
        check.that(message and list(message.resource_names) == ["customers/2001", "customers/2002"], "accounts")


def conversions(check):
    """What was told is a request that there is, and each answer one, too; also of a conversion that is refused."""
    told = check.of(":uploadClickConversions")
    check.that(told, "nothing was told")
    for noted in told:
        customer = noted["path"].split("/")[3].split(":")[0]
        request = json.loads(noted["body"])
        message = read(check, UploadClickConversionsRequest, {"customerId": customer} | request, "conversions")
        check.that(message and message.partial_failure and message.conversions, "what is told")
        for it in message.conversions if message else []:
            check.that(it.gclid == "Cj0KCQ" and it.conversion_value == 12.34 and len(it.user_identifiers) == 2, it)
            consent = ConsentStatusEnum.ConsentStatus
            check.that(it.consent.ad_user_data == consent.GRANTED, "the consent is", it.consent)
            check.that(it.consent.ad_personalization == consent.DENIED, "the consent is", it.consent)
        # What the platform has is refused once more.
        answers = [noted["answer"], check.ask(noted["path"], request, headers={"developer-token": "developer"})[1]]
        for answer in map(json.loads, answers):
            status = answer.get("partialFailureError")
            message = read(check, UploadClickConversionsResponse, answer, "the answer to conversions")
            check.that(message and len(message.results) == len(request["conversions"]), "results")
            if status:
                [detail] = status["details"]
                check.that(detail["@type"] == FAILURE, "the kind of", detail)
                errors = read(check, GoogleAdsFailure, {k: v for k, v in detail.items() if k != "@type"}, "conversions")
                code = errors and errors.errors[0].error_code.conversion_upload_error
                check.that(code == ConversionUploadErrorEnum.ConversionUploadError.ORDER_ID_ALREADY_IN_USE, "code", code)
        check.that("partialFailureError" in json.loads(answers[1]), "what is known is taken again")


def adapter(check):
    """Words and numbers that the adapter knows errors and states by are the package's."""
    kinds = {field.json_name: {it.name for it in field.enum_type.values} for field in ErrorCode.pb().DESCRIPTOR.fields}
    words = set().union(*kinds.values()) | set(code_pb2.Code.keys())
    table = check.source("conversions/google_ads_errors.rs")
    # Prefixes of words stand beside them.
    for source in [table, check.source("spend/search_rows.rs"), check.source("conversions/google_ads.rs")]:
        for kind in words_of(source, r'"([a-z][A-Za-z]+Error)"'):
            check.that(kind in kinds, "no kind of error is", kind)
        for word in words_of(source, r'"([A-Z]+_[A-Z_]+)"'):
            check.that(any(word in known for known in words), "no error is", word)
    numbers = re.findall(r'\(\s*"([A-Z_]+)",\s*(\d+),', table)
    check.that(numbers, "the adapter has no table")
    for word, number in numbers:
        known = getattr(ConversionUploadErrorEnum.ConversionUploadError, word, None)
        check.that(known is not None and int(known) == int(number), word, "is not", number)
    states = words_of(check.source("spend/search_rows.rs"), r'Some\("([A-Z]+)"\) => Standing')
    check.that(states, "the adapter knows no states")
    for kind in [CampaignStatusEnum.CampaignStatus, AdGroupStatusEnum.AdGroupStatus, AdGroupAdStatusEnum.AdGroupAdStatus]:
        for word in states:
            check.that(word in kind.__members__, kind.__name__, "has no", word)


def main():
    check = Check(sys.argv[1])
    print(f"    google-ads {importlib.metadata.version('google-ads')}, types of v26")
    totals(check, queries(check))
    accounts(check)
    errors(check)
    conversions(check)
    adapter(check)
    check.end()


if __name__ == "__main__":
    main()
