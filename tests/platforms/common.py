"""What both checks have in common."""

import json
import pathlib
import re
import sys
import urllib.error
import urllib.request

ADAPTER = pathlib.Path(__file__).resolve().parents[2] / "crates/adapters/ad-platforms/src"


class Check:
    """What was noted, what the stand-ins know, and what turned out wrong."""

    def __init__(self, place):
        told = json.loads(pathlib.Path(place).read_text())
        self.noted, self.shown, self.url, self.days = (told[it] for it in ("noted", "shown", "platform", "days"))
        self.wrong, self.count = [], 0

    def that(self, is_so, *words):
        self.count += 1
        if not is_so:
            self.wrong.append(" ".join(map(str, words)))

    def of(self, end, method="POST"):
        """What was asked at paths with this end."""
        return [it for it in self.noted if it["method"] == method and it["path"].endswith(end)]

    def ask(self, path, body=None, token="token", headers={}):
        """Status and answer of the stand-ins themselves."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"} | headers | ({"authorization": f"Bearer {token}"} if token else {})
        request = urllib.request.Request(self.url + path, data, headers)
        try:
            answer = urllib.request.urlopen(request)
        except urllib.error.HTTPError as error:
            answer = error
        return answer.status, answer.read().decode()

    def misbehave(self, *troubles, report_takes=0):
        status, _ = self.ask("/misbehaviour", {"spend": troubles, "report_takes": report_takes})
        assert status == 204

    def world(self, account):
        """What the account's ads cost, in no platform's words."""
        since, until = self.days
        _, answer = self.ask(f"/spend?account={account}&since={since}&until={until}")
        return json.loads(answer)["days"]

    def source(self, name):
        """A file of the adapter, without its tests."""
        return (ADAPTER / name).read_text().split("#[cfg(test)]")[0]

    def end(self):
        for line in dict.fromkeys(self.wrong):
            print(f"    WRONG {line}")
        print(f"    {self.count} checks, {len(self.wrong)} not as they should be")
        sys.exit(bool(self.wrong))


def in_units(micros):
    return f"{micros // 1_000_000}.{micros % 1_000_000:06}"


def words_of(source, pattern):
    return sorted(set(re.findall(pattern, source)))
