"""What is taken out of a text, and what is left. All secrets are made up."""

import threading

import pytest

from graphmem.errors import ConfigurationError, RedactionError
from graphmem.language.redaction import Redactor, redact
from graphmem.language.redaction import redactor as redactor_module

GITHUB = "ghp_" + "6yYTWmE4lBYOvfZ8UzDzV8fUkkibjL5DZPjN"
JWT = "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiI0MiJ9x." + "MpSscDlkrCaqx9vJupc94tnwlavyfErGPmpGXafq0fj"
GEMS = "rubygems_" + "c2d65a9fad68acf2861c4815efcc6065083cc7165afe0213"
HEX = "8cf3ebbdacddfddd6f13673f945f523c"
BLOCK = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAqaDZeV7G5IfQHeVV\nqPVStNKiaEdFrRgSnRFsTHsDDDXh5Jmt\n"

# A text, what is taken out of it, its type.
SECRETS = [
    ("my password is popcorn4ever lol", "popcorn4ever", "password"),
    ("the password is swordfish", "swordfish", "password"),
    ("the passcode for the gym is 4471, press star", "4471", "password"),
    ("gate code at mum's place is 4471", "4471", "password"),
    ("user: svc pass: Lantern$Quill22", "Lantern$Quill22", "password"),
    ("I reset the router password to Heron_42", "Heron_42", "password"),
    ("I changed it to Marigold!77 last night", "Marigold!77", "password"),
    ("use Zebra#88 as the password", "Zebra#88", "password"),
    ("log in with anna / P4ss.w0rd!x", "P4ss.w0rd!x", "password"),
    ("passphrase: correct horse battery staple", "correct horse battery staple", "password"),
    ('DB_PASSWORD="p@ss w0rd-77" goes in .env', "p@ss w0rd-77", "password"),
    ("curl -u deploy:gr33nKettle https://ci.example.org", "gr33nKettle", "password"),
    ("mysql -u root -pS3cret9 shop", "S3cret9", "password"),
    ("postgres://app:w1nter@db.example:5432/main", "w1nter", "password"),
    ("https://bob:hunter2@example.com/x", "hunter2", "password"),
    ("我的密码是Abc@12345，别忘了", "Abc@12345", "password"),
    ("密码改成了Qwer!234", "Qwer!234", "password"),
    ("保险箱密码换了，新的90-14-63", "90-14-63", "password"),
    ("门禁密码2580", "2580", "password"),
    ("口令：芝麻快开门", "芝麻快开门", "password"),
    ("無線網路密碼是bubbletea55，客人也可以用", "bubbletea55", "password"),
    ("密码：ＡＢｃ１２３４５", "ＡＢｃ１２３４５", "password"),
    (f"令牌{GITHUB}，别外传", GITHUB, "api_key"),
    (f"api_key: {HEX}", HEX, "api_key"),
    (f"x-api-key: {HEX}", HEX, "api_key"),
    (f"https://example.com/d?page=2&access_token={HEX}&x=1", HEX, "api_key"),
    (f"Authorization: Bearer {JWT}", JWT, "api_key"),
    ("密钥是LTAI5tQnKxPzR2vW8sBcYd3F", "LTAI5tQnKxPzR2vW8sBcYd3F", "api_key"),
    (f"key {GITHUB[:20]}\n{GITHUB[20:]} done", f"{GITHUB[:20]}\n{GITHUB[20:]}", "api_key"),
    (f"ruby {GEMS} 是我的", GEMS, "api_key"),
    ("my password is blue.Heron9", "blue.Heron9", "password"),
    (f"here:\n{BLOCK}-----END RSA PRIVATE KEY-----\nbye", f"{BLOCK}-----END RSA PRIVATE KEY-----", "private_key"),
    (f"unfinished: {BLOCK}", BLOCK.rstrip(), "private_key"),
    ("我的身份证号是110101199003074610", "110101199003074610", "national_id"),
    ("身份证 31010419951231018x 请保密", "31010419951231018x", "national_id"),
    ("My social is 337-43-9197", "337-43-9197", "national_id"),
    ("护照号码E87654321", "E87654321", "national_id"),
    ("CPF 529.982.247-25 on file", "529.982.247-25", "national_id"),
    ("codice fiscale RSSMRA85T10A562S", "RSSMRA85T10A562S", "national_id"),
    ("Charge 4111 1111 1111 1111 exp 12/28", "4111 1111 1111 1111", "bank_card"),
    ("the amex is 3782 822463 10005", "3782 822463 10005", "bank_card"),
    ("2223-0031-2200-3222 is the other", "2223-0031-2200-3222", "bank_card"),
    ("工资打到银联卡6222020200112236787", "6222020200112236787", "bank_card"),
    ("卡号４１１１１１１１１１１１１１１１", "４１１１１１１１１１１１１１１１", "bank_card"),
    ("Pay to GB82 WEST 1234 5698 7654 32 by Friday", "GB82 WEST 1234 5698 7654 32", "iban"),
    ("收款账号是DE89370400440532013000，谢谢", "DE89370400440532013000", "iban"),
]

CONTACTS = [
    ("reach me at mira+work@example.co.uk after six", "mira+work@example.co.uk", "email"),
    ("我的邮箱是lihua_88@163.com，有事发邮件", "lihua_88@163.com", "email"),
    ("write to tom (at) example (dot) com", "tom (at) example (dot) com", "email"),
    ("https://example.com/?email=a.b@example.org&x=1", "a.b@example.org", "email"),
    ("text me on (212) 555-0148 please", "(212) 555-0148", "phone"),
    ("London is +44 20 7946 0958.", "+44 20 7946 0958", "phone"),
    ("我手机13812345678，到了打我", "13812345678", "phone"),
    ("座机010-62345678", "010-62345678", "phone"),
    ("手机号一三八一二三四五六七八", "一三八一二三四五六七八", "phone"),
]

HARMLESS = [
    "I forgot my password again",
    "请不要把密码告诉别人",
    "密码是什么？",
    "密码错误次数过多，请30分钟后再试",
    "密码至少要十二位，还得有符号",
    "The password must be at least 12 characters long",
    "the password is stored in the vault",
    "the password was changed yesterday",
    "My password manager is Bitwarden",
    "password = os.environ['DB_PASSWORD']",
    "PASSWORD=${DB_PASSWORD}",
    "api_key: YOUR_API_KEY_HERE",
    "pass: the exam was fine, 81 out of 100",
    "the pin on the map is wrong",
    "max_tokens=4096 and the key point is speed",
    "把它改成深色模式了",
    "I changed it to v2.0-beta, then to Tuesday",
    "Order 20260617123 shipped",
    "订单号是20260617000123",
    "order 4111 1111 1111 1111 was shipped",
    "Tracking no. 1Z999AA10123456784",
    "The part number is 4111 1111 1111 1112",
    "流水号110101199003074613对不上",
    "request id 550e8400-e29b-41d4-a716-446655440000 failed",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8 fixed it",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "ISBN 978-0-13-468599-1",
    "Version 10.0.19045.4412 and 3.12.0-beta.4",
    "2026-11-30T07:05:22.123456Z, 1717171717171",
    "坐标 39.9087, 116.3975，广场东边",
    "colours #7f3fbf and #e0e4ea",
    "GB00WEST12345698765432 is no account",
    "Part 000-12-3456 is out of stock",
    "-----BEGIN RSA PRIVATE KEY----- is the header to look for",
    "postgres://localhost:5432/ledger works without login",
]


@pytest.mark.parametrize(("text", "secret", "type"), SECRETS + CONTACTS)
def test_a_secret_is_taken_out_and_the_sentence_stays(text, secret, type):
    redacted = redact(text, contacts=True)

    assert redacted.types == (type,)
    (found,) = redacted.found
    assert text[found.start : found.end] == secret
    assert redacted.text == f"{text[: found.start]}[{type.upper()}]{text[found.end :]}"
    assert redacted.counts == {type: 1}


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_no_secret_is_left_alone(text):
    assert redact(text, contacts=True).text == text


@pytest.mark.parametrize(("text", "value"), [case[:2] for case in CONTACTS])
def test_contacts_stay_unless_they_are_asked_for(text, value):
    assert value in redact(text).text


@pytest.mark.parametrize("text", [case[0] for case in SECRETS])
def test_redacting_again_changes_nothing(text):
    once = redact(text, contacts=True)

    assert redact(once.text, contacts=True).found == ()


def test_several_secrets_in_one_text_are_all_found_in_order():
    text = f"密码Abc@12345，卡号4111 1111 1111 1111, token {GITHUB}"

    assert redact(text).types == ("password", "bank_card", "api_key")


def test_own_patterns_become_types_of_their_own():
    redactor = Redactor(patterns={"employee_id": r"EMP-\d{6}"})

    redacted = redactor.text("EMP-004711 sagte: 密码是Abc@12345")

    assert redacted.text == "[EMPLOYEE_ID] sagte: 密码是[PASSWORD]"
    assert redactor.text(redacted.text).found == ()


@pytest.mark.parametrize(
    ("name", "pattern", "says"),
    [("employee_id", "EMP-(", "no regular expression"), ("x", "a*", "empty text"), ("iban", "x", "another name")],
)
def test_an_own_pattern_that_cannot_be_used_is_refused_when_it_is_loaded(name, pattern, says):
    with pytest.raises(ConfigurationError, match=says):
        Redactor(patterns={name: pattern})


def test_an_error_of_a_library_says_nothing_of_the_text(monkeypatch):
    def fails(text):
        raise ValueError(text)
        yield

    monkeypatch.setattr(redactor_module, "other_keys", fails)

    with pytest.raises(RedactionError) as caught:
        redact("here is QmFzZTY0c2VjcmV0MTIz for you")

    chain = [caught.value, caught.value.__cause__, caught.value.__context__]
    assert not any("QmFzZTY0" in str(error) for error in chain)


def test_threads_get_the_same_answer():
    text = f"token {GITHUB} and {GEMS}"
    answers = []

    threads = [threading.Thread(target=lambda: answers.append(redact(text))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(answers) == 8
    assert len({answer.text for answer in answers}) == 1
