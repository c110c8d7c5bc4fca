"""Verifies the evidence of a document, as docs/evidence.md writes it down. Python 3, nothing but its standard library."""

import argparse
import hashlib
import json
import re
import sys

EVENT = {"v", "document", "seq", "at", "kind", "facts", "personal", "previous"}
EVIDENCE = {"foyer_evidence", "document", "workspace", "title", "files", "events", "personal", "head"}
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


class Broken(Exception):
    pass


def need(holds, says):
    if not holds:
        raise Broken(says)


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def no_fraction(text):
    raise Broken("a number is not whole: " + text)


def once(pairs):
    need(len({name for name, _ in pairs}) == len(pairs), "a member stands twice")
    return dict(pairs)


def read(text):
    try:
        return json.loads(text, parse_float=no_fraction, parse_constant=no_fraction, object_pairs_hook=once)
    except ValueError as error:
        raise Broken("no JSON: " + str(error)) from error


def canonical(value):
    """RFC 8785, for whole numbers."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(each) for each in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def verify_event(event, number, document, previous, before):
    said = event["said"]
    need(sha256(said.encode()) == event["hash"], f"event {number} was changed")
    told = read(said)
    need(isinstance(told, dict) and set(told) == EVENT, f"event {number} has other members")
    need(canonical(told) == said, f"event {number} is not canonical")
    need(told["v"] == 1 and told["document"] == document, f"event {number} is of another document")
    need(told["seq"] == number, f"event {number} is missing or moved")
    need(told["previous"] == previous, f"event {number} does not follow the one before")
    need(TIME.fullmatch(told["at"]) is not None and told["at"] >= before, f"event {number} goes back in time")
    return told


def verify(evidence):
    need(isinstance(evidence, dict) and set(evidence) == EVIDENCE, "no evidence")
    need(evidence["foyer_evidence"] == 1, "a form that is not known")
    previous, before, events = None, "", []
    for number, event in enumerate(evidence["events"], 1):
        told = verify_event(event, number, evidence["document"], previous, before)
        previous, before = event["hash"], told["at"]
        events.append(told)
    need(events != [] and evidence["head"] == previous, "the chain does not end at its head")
    seen = set()
    for each in evidence["personal"]:
        place = (each["seq"], each["key"])
        need(place not in seen, "a personal value stands twice")
        seen.add(place)
        need(1 <= each["seq"] <= len(events), "a personal value is of no event")
        digest = "sha256:" + sha256(bytes.fromhex(each["salt"]) + each["value"].encode())
        need(events[each["seq"] - 1]["personal"].get(each["key"]) == digest, f"{each['key']} of event {each['seq']} was changed")
    files = {each["kind"]: each["sha256"] for each in evidence["files"]}
    for event in events:
        if event["kind"] == "made":
            need(event["facts"]["original"]["sha256"] == files.get("original"), "the original is another file")
        if event["kind"] == "sealed":
            need(event["facts"]["file"]["sha256"] == files.get("sealed"), "the sealed file is another one")
    listed = sorted(each["sha256"] for each in evidence["files"] if each["kind"] == "uploaded")
    papers = sorted(event["facts"]["file"]["sha256"] for event in events if event["kind"] == "uploaded")
    need(listed == papers and len(set(papers)) == len(papers), "the papers that were signed by hand are others")
    for event in events:
        if event["kind"] == "signed" and "paper" in event["facts"]:
            need(event["facts"]["paper"]["sha256"] in papers, "a signature is on a paper that was never uploaded")
    return files


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("evidence")
    parser.add_argument("--head", help="the head that you know from elsewhere")
    parser.add_argument("--heads", help="heads.json of a record of evidence")
    parser.add_argument("--sealed", help="the sealed document")
    given = parser.parse_args()
    try:
        with open(given.evidence, encoding="utf-8") as file:
            evidence = read(file.read())
        files = verify(evidence)
        if given.head:
            need(given.head in [each["hash"] for each in evidence["events"]], "the head that you know is not in this chain")
        if given.heads:
            with open(given.heads, encoding="utf-8") as file:
                heads = read(file.read())
            need(heads["workspace"] == evidence["workspace"], "the record is of another workspace")
            for each in heads["documents"]:
                if each["document"] != evidence["document"] or each["seq"] > len(evidence["events"]):
                    continue
                need(evidence["events"][each["seq"] - 1]["hash"] == each["head"], "the record holds another head")
        if given.sealed:
            with open(given.sealed, "rb") as file:
                need(sha256(file.read()) == files.get("sealed"), "this is not the file that was sealed")
    except (Broken, KeyError, TypeError, AttributeError) as error:
        print("broken:", error if isinstance(error, Broken) else "a member is missing or of another type")
        return 1
    print(f"whole: {len(evidence['events'])} events, head {evidence['head']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
