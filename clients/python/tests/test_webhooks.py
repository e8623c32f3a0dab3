"""Signatures of notifications, as Standard Webhooks describes them."""

from __future__ import annotations

import base64
import time
import unittest

from tessera import webhooks

# The example of the specification's reference implementations.
SECRET = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = '{"test": 2432232314}'
SENT_AT = 1614265330
HEADERS = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": str(SENT_AT),
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}
OTHER = "whsec_" + base64.b64encode(b"another secret").decode()


class Verification(unittest.TestCase):
    def refused(self, message: str, **changed: object) -> None:
        arguments = {"secret": SECRET, "headers": HEADERS, "body": BODY, "now": SENT_AT, **changed}
        with self.assertRaisesRegex(webhooks.VerificationError, message):
            webhooks.verify(**arguments)  # type: ignore[arg-type]

    def test_the_example_of_the_specification(self) -> None:
        expected = {"test": 2432232314}
        self.assertEqual(webhooks.sign(SECRET, HEADERS["webhook-id"], SENT_AT, BODY), HEADERS["webhook-signature"])
        self.assertEqual(webhooks.verify(SECRET, HEADERS, BODY, now=SENT_AT), expected)
        self.assertEqual(webhooks.verify(f"whsec_{SECRET}", HEADERS, BODY.encode(), now=SENT_AT), expected)

    def test_header_names_are_in_any_case(self) -> None:
        webhooks.verify(SECRET, {name.title(): value for name, value in HEADERS.items()}, BODY, now=SENT_AT)

    def test_one_of_several_secrets_and_signatures_must_fit(self) -> None:
        several = {**HEADERS, "webhook-signature": f"v1a,abc= v1,!! v1,AAAA {HEADERS['webhook-signature']}"}
        webhooks.verify([OTHER, SECRET], several, BODY, now=SENT_AT)
        webhooks.verify((secret for secret in (SECRET, OTHER)), several, BODY, now=SENT_AT)
        self.refused("no signature fits", secret=[OTHER])
        self.refused("no signature fits", secret=[])

    def test_what_was_changed_is_refused(self) -> None:
        self.refused("no signature fits", body=f"{BODY} ")
        self.refused("no signature fits", headers={**HEADERS, "webhook-id": "msg_other"})
        self.refused("no signature fits", headers={**HEADERS, "webhook-signature": "v1,"})
        self.refused("no signature fits", headers={**HEADERS, "webhook-signature": HEADERS["webhook-signature"][:-4]})
        signature = HEADERS["webhook-signature"].replace("v1,", "v2,")
        self.refused("no signature fits", headers={**HEADERS, "webhook-signature": signature})

    def test_missing_headers_are_named(self) -> None:
        for name in HEADERS:
            self.refused(name, headers={one: value for one, value in HEADERS.items() if one != name})
            self.refused(name, headers={**HEADERS, name: ""})

    def test_time_is_compared_with_the_clock(self) -> None:
        webhooks.verify(SECRET, HEADERS, BODY, now=SENT_AT + 299)
        webhooks.verify(SECRET, HEADERS, BODY, now=SENT_AT + 900, tolerance=1000)
        self.refused("too old", now=SENT_AT + 301)
        self.refused("from the future", now=SENT_AT - 301)
        self.refused("too old", now=None)
        self.refused("not a number", headers={**HEADERS, "webhook-timestamp": "yesterday"})
        now = int(time.time())
        fresh = {"webhook-id": "a", "webhook-timestamp": str(now), "webhook-signature": ""}
        fresh["webhook-signature"] = webhooks.sign(SECRET, "a", now, BODY)
        webhooks.verify(SECRET, fresh, BODY)

    def test_a_secret_that_is_none_is_a_mistake_of_the_receiver(self) -> None:
        with self.assertRaisesRegex(ValueError, "whsec_"):
            webhooks.verify("not base64!", HEADERS, BODY, now=SENT_AT)
