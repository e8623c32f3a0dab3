"""Retries and idempotency are those of the TypeScript client."""

from __future__ import annotations

import pickle
import time
import unittest

import tessera
from tessera import TesseraError
from tessera._retries import RetryRules, pause_after
from tests.wire import Answer, Answers, Received, Reply, elapsed, refusal, started

NOW = {"Retry_After": "0"}


class IdempotencyKeys(unittest.TestCase):
    def test_every_post_carries_a_key_of_its_own_the_same_in_each_of_its_retries(self) -> None:
        def answers(_request: Received, count: int) -> Answer:
            return refusal(503, "ServiceUnavailable", **NOW) if count < 3 else Reply(201, {"note": {"id": "n"}})

        with started(answers) as wire:
            client = wire.client()
            self.assertEqual(client.notes.create("w", {"text": "a"}), {"note": {"id": "n"}})
            client.notes.create("w", {"text": "a"})
            keys = [one.headers["idempotency-key"] for one in wire.received]
        self.assertRegex(keys[0], "^[0-9a-f]{32}$")
        self.assertEqual(keys[:3], [keys[0]] * 3)
        self.assertNotEqual(keys[3], keys[0])
        self.assertEqual([one.json() for one in wire.received], [{"text": "a"}] * 4)

    def test_a_given_key_is_sent_and_other_methods_have_none(self) -> None:
        with started() as wire:
            client = wire.client()
            client.notes.create("w", {"text": "a"}, idempotency_key="mine")
            client.notes.update("w", "n", {"text": "b"})
        self.assertEqual([one.headers.get("idempotency-key") for one in wire.received], ["mine", None])

    def test_a_post_whose_response_was_lost_takes_effect_once(self) -> None:
        made: dict[str, object] = {}
        with started(_keyed(made, ["lose", "running", "tell"])) as wire:
            note = wire.client().notes.create("w", {"text": "a"})["note"]
        self.assertEqual((len(wire.received), len(made), note["id"]), (3, 1, "note-1"))


class Retries(unittest.TestCase):
    def test_429_503_502_and_504_are_tried_again_for_every_method(self) -> None:
        def answers(_request: Received, count: int) -> Answer:
            status = (429, 503, 502, 504)[(count - 1) // 2]
            return Reply(status, "busy", {"Retry-After": "0"}) if count % 2 else Reply()

        with started(answers) as wire:
            client = wire.client()
            client.notes.get("w", "n")
            client.notes.create("w", {"text": "a"})
            client.notes.update("w", "n", {"text": "b"})
            client.notes.delete("w", "n")
        self.assertEqual(
            [one.method for one in wire.received],
            ["GET", "GET", "POST", "POST", "PUT", "PUT", "DELETE", "DELETE"],
        )

    def test_a_connection_that_breaks_before_or_within_the_response_is_retried(self) -> None:
        with started(lambda _request, count: ("drop", "cut", Reply())[count - 1]) as wire:
            wire.client().notes.create("w", {"text": "a"})
        self.assertEqual(len(wire.received), 3)

    def test_after_the_last_try_the_failure_is_raised(self) -> None:
        with started(lambda _request, _count: "drop") as wire:
            with self.assertRaises(tessera.ConnectionError) as raised:
                wire.client(retries=1).notes.get("w", "n")
        self.assertEqual(len(wire.received), 2)
        self.assertEqual((raised.exception.operation, raised.exception.is_timeout), ("notes.get", False))
        self.assertIsInstance(raised.exception, ConnectionError)

    def test_other_errors_are_not_tried_again(self) -> None:
        statuses = (400, 401, 403, 404, 405, 409, 412, 422, 500)
        with started(lambda request, _count: refusal(int(request.query["limit"]), "BadRequest")) as wire:
            client = wire.client()
            for status in statuses:
                with self.assertRaises(TesseraError) as raised:
                    client.notes.list("w", limit=status)
                self.assertEqual(raised.exception.status, status)
        self.assertEqual(len(wire.received), len(statuses))

    def test_retry_after_is_waited_for(self) -> None:
        started_at = time.monotonic()
        with started(
            lambda _request, count: refusal(429, "TooManyRequests", Retry_After="1") if count == 1 else Reply()
        ) as wire:
            wire.client().users.me()
        self.assertGreaterEqual(elapsed(started_at), 1)
        self.assertEqual(len(wire.received), 2)

    def test_a_retry_after_beyond_a_minute_is_left_to_the_caller(self) -> None:
        with started(lambda _request, _count: refusal(429, "TooManyRequests", Retry_After="61")) as wire:
            with self.assertRaises(TesseraError) as raised:
                wire.client().users.me()
        self.assertEqual((len(wire.received), raised.exception.retry_after), (1, 61))

    def test_a_timeout_is_retried_and_counts_for_each_attempt(self) -> None:
        with started(lambda _request, count: "hang" if count == 1 else Reply()) as wire:
            wire.client().users.me(timeout=0.2)
            self.assertEqual(len(wire.received), 2)
        with started(lambda _request, _count: "hang") as wire:
            with self.assertRaises(tessera.ConnectionError) as raised:
                wire.client(timeout=0.1, retries=0).users.me()
        self.assertTrue(raised.exception.is_timeout)
        self.assertIn("no response within 0.1 s", str(raised.exception))

    def test_pauses_grow_are_spread_by_chance_and_end_growing(self) -> None:
        failure = tessera.ConnectionError("away")
        rules = RetryRules(is_repeatable=True, is_keyed=False)
        for random, expected in ((0, [0.125, 0.25, 0.5, 4]), (1, [0.25, 0.5, 1, 8])):
            self.assertEqual([pause_after(failure, retry, rules, random) for retry in (0, 1, 2, 10)], expected)
        asked = TesseraError("busy", code="TooManyRequests", status=429, retry_after=7)
        self.assertEqual(pause_after(asked, 0, rules, 0.5), 7)


class UnknownOutcomes(unittest.TestCase):
    def test_copying_a_workspace_is_repeated_only_when_it_was_refused(self) -> None:
        with started(
            lambda _request, count: refusal(503, "ServiceUnavailable", **NOW) if count == 1 else "drop"
        ) as wire:
            with self.assertRaises(tessera.ConnectionError):
                wire.client().workspaces.copy("w")
        self.assertEqual(len(wire.received), 2)

    def test_a_change_with_if_match_is_not_repeated_when_its_outcome_is_unknown(self) -> None:
        with started(lambda _request, _count: "drop") as wire:
            with self.assertRaises(tessera.ConnectionError):
                wire.client().notes.update("w", "n", {"text": "b"}, if_match=1)
        self.assertEqual(len(wire.received), 1)
        self.assertEqual(wire.received[0].headers["if-match"], '"1"')

    def test_it_gets_a_connection_of_its_own_because_an_idle_one_may_be_closed(self) -> None:
        with started() as wire:
            client = wire.client()
            client.users.me()
            client.notes.update("w", "n", {"text": "b"}, if_match=1)
        self.assertEqual(len({one.connection for one in wire.received}), 2)


class Errors(unittest.TestCase):
    def test_an_error_has_code_status_fields_and_request_id(self) -> None:
        fields = [{"field": "scale", "message": "must be <= 4"}]
        error = {"code": "BadRequest", "message": "invalid", "errors": fields, "request_id": "r"}
        with started(lambda _request, _count: Reply(400, {"error": error})) as wire:
            with self.assertRaises(TesseraError) as raised:
                wire.client().notes.create("w", {"text": "a", "scale": 9})
        found = raised.exception
        self.assertEqual((str(found), found.code, found.status, found.fields), ("invalid", "BadRequest", 400, fields))
        self.assertEqual((found.request_id, found.operation), ("r", "notes.create"))
        copy = pickle.loads(pickle.dumps(found))
        self.assertEqual((str(copy), copy.__dict__), (str(found), found.__dict__))

    def test_a_response_of_something_else_is_an_unexpected_reply(self) -> None:
        cases = (
            (Reply(200, "<html>hello</html>"), "Status 200 with an unexpected body: <html>hello</html>"),
            (Reply(500, ""), "Status 500 with an empty body"),
            (
                Reply(302, "", {"Location": "https://b.example/api"}),
                "Redirected to https://b.example/api: connect to that address directly",
            ),
        )
        for reply, message in cases:
            with started(lambda _request, _count: reply) as wire:
                with self.assertRaises(TesseraError) as raised:
                    wire.client().users.me()
            self.assertEqual((raised.exception.code, str(raised.exception)), ("UnexpectedReply", message))

    def test_no_service_at_the_address(self) -> None:
        with started() as wire:
            client = wire.client(retries=0)
        with self.assertRaises(tessera.ConnectionError) as raised:
            client.users.me()
        self.assertIn("GET http://127.0.0.1", str(raised.exception))


def _keyed(made: dict[str, object], script: list[str]) -> Answers:
    """Makes a note for each new key, and answers what is known about the key as the script says."""

    def answers(request: Received, count: int) -> Answer:
        key = request.headers["idempotency-key"]
        made.setdefault(key, {"note": {"id": f"note-{len(made) + 1}"}})
        step = script[count - 1]
        if step == "lose":
            return "drop"
        return refusal(409, "Conflict") if step == "running" else Reply(201, made[key])

    return answers
