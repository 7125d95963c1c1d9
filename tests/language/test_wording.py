"""The same in other words has one wording; what says anything else has another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.wording import MOST_CHARACTERS, canonical, wording

DIFFERENT = """
    I paid 100 | I paid 1000
    I paid 100 | I paid 100 euros
    I paid €100 | I paid $100
    I like it | I don't like it
    I like it | I like it not
    I never smoke | I smoke
    I used to smoke | I smoke
    I no longer smoke | I smoke
    I smoked | I smoke
    I don't smoke | I didn't smoke
    Anna called | Hanna called
    Ben owes Anna 20 euros | Anna owes Ben 20 euros
    Use tabs, not spaces | Use spaces, not tabs
    My brother lives in Rome | I live in Rome
    My brother lives in Rome | My sister lives in Rome
    I will pay | I paid
    I have paid | I will have paid
    I booked the hotel | I need to book the hotel
    Is it fixed? | It is fixed
    Version 3.1 | Version 3.10
    Upgrade to v2.1 | Upgrade to v1.2
    See you on Monday | See you on Tuesday
    The Friday meeting is cancelled | The meeting is cancelled on Friday
    It's due before Friday | It's due on Friday
    Open until Friday | Open on Friday
    Open from Friday | Open until Friday
    Meeting at 9 am | Meeting at 9 pm
    It is 5 degrees | It is -5 degrees
    Growth was 5% | Growth was 5
    I know C | I know C++
    I know C# | I know C++
    Take 2 pills 3 times a day | Take 3 pills 2 times a day
    I have few friends | I have a few friends
    I speak little Polish | I speak a little Polish
    I have a dog | I have dogs
    I have one dog | I have two dogs
    No more tests | No, more tests
    Don't stop | Don't, stop
    I take vitamin A | I take vitamins
    I take vitamin A | I take vitamin B
    I take vitamin A | I take vitamin
    Done ✅ | Done ❌
    I live in 🇫🇷 | I live in 🇩🇪
    Good 👍 | Good 👎
    I want 🍕 | I want 🍔
    100 Mb free | 100 MB free
    rm -r works | rm -f works
    Flight from Rome to Oslo | Flight from Oslo to Rome
    I agree with Tom | Tom agrees with me
    Tom is taller than Ben | Ben is taller than Tom
    I'd rather fly than drive | I'd rather drive than fly
    He said yesterday that he paid | He said that he paid yesterday
    I paid because Ben asked | Ben asked because I paid
    If it rains I stay | I stay, then it rains
    I asked if he left | If he left, I asked
    Only I like tea | I like only tea
    I only drink tea | I drink tea
    I can swim | I can't swim
    I could swim | I can swim
    All tests pass | Not all tests pass
    I like both | I like neither
    Nobody called | Everybody called
    My mother is ill | Her mother is ill
    Mum is ill | Your mum is ill
    She left him | He left her
    I gave Tom the key | Tom gave me the key
    The server is up | The server is down
    Disk at 80% | Disk at 90%
    It costs 1.5k | It costs 1.5
    Twenty five people | Twenty people, five
    On June 4 | On June 14
    14 June | 14 July
    In January | In February
    Call me at 5 | Call me by 5
    about 80 kg | 80 kg
    80 kg | 80 lb
    5 mg | 5 g
    the first test failed | the second test failed
    Build 41 failed | Build 42 failed
    Error at 12:03 | Error at 12:04
    Port 10.0.0.1 | Port 10.0.0.2
    foo.py failed | bar.py failed
    /etc/hosts | /etc/host
    I want to leave | I want to live
    I hate it | I like it
    With sugar | Without sugar
    Yes, call me | No, call me
    I have been to Rome | I have to be in Rome
    Could you book it? | Did you book it?
    Can you eat dairy? | You can eat dairy
    I quit my job | I quit my job and moved
    My favourite colour is teal | My favourite colour is blue
    Half of it is done | It is done
    I moved to Porto last week | I moved to Porto last month
    I work Monday to Friday | I work Monday and Friday
    I work every Friday | I work on Friday
    Who paid Ben? | Who did Ben pay?
    Anna and Ben owe me | Anna or Ben owe me
    He may come | He will come
    I should call | I called
    I must not go | I need not go
    Not me, Tom | Me, not Tom
    I'm not going because of Tom | I'm going because of Tom
    Tom's brother called | Tom, brother called
    José called | Jose called
    It's my brother's car | It's my car
    I tried to fix it | I fixed it
    I almost missed the train | I missed the train
    I hardly slept | I slept
    I forgot to pay | I paid
    There were 3 errors, 2 warnings | There were 2 errors, 3 warnings
    我喜欢 | 我不喜欢
    我喜欢它 | 我不喜欢它
    我付了100 | 我付了1000
    我付了一百块 | 我付了一千块
    我付了一百块 | 我付了一百美元
    张伟来了 | 张炜来了
    张伟欠李娜钱 | 李娜欠张伟钱
    张伟欠李娜一百块 | 李娜欠张伟一百块
    我要买车 | 我买了车
    我买车 | 我买了车
    我要买车 | 我不要买车
    我没买车 | 我买了车
    我没买车 | 我不买车
    我已经不抽烟了 | 我已经抽烟了
    我不抽烟 | 我不抽烟了
    别给我打电话 | 给我打电话
    不，要咖啡 | 不要咖啡
    你喜欢吗 | 你喜欢
    你喜欢吗？ | 你喜欢。
    我去过北京 | 我要去北京
    我去过北京 | 我没去过北京
    周一开会 | 周二开会
    周五前交 | 周五交
    周五以后交 | 周五以前交
    这周交 | 下周交
    上周交了 | 下周交
    早上九点 | 晚上九点
    下午三点 | 下午四点
    三号开会 | 十三号开会
    五月三号 | 五月十三号
    三四天 | 三十四天
    两天 | 三天
    第一个测试失败 | 第二个测试失败
    版本3.1 | 版本3.10
    我妈病了 | 他妈病了
    我妈病了 | 我爸病了
    我哥住在上海 | 我住在上海
    我老婆过敏 | 我过敏
    我买的车 | 我买车
    他说的话 | 他说话
    把A给B | 把B给A
    从北京到上海 | 从上海到北京
    我比他高 | 他比我高
    我把车借给张伟了 | 张伟把车借给我了
    请张伟吃饭 | 张伟吃饭
    帮我妈订酒店 | 我妈订酒店
    我想去 | 我不想去
    我非常想去 | 我并非想去
    只有我去 | 我只去
    都去了 | 不都去了
    都不去 | 不都去
    我可能去 | 我去
    我会做饭 | 我做饭
    差点迟到 | 迟到
    快修好了 | 修好了
    五公斤 | 五斤
    五公斤 | 五公里
    五毫克 | 五微克
    大约五公斤 | 五公斤
    百分之五 | 5
    4.2万 | 4.2
    一万五 | 一万零五
    零下五度 | 五度
    -5度 | 5度
    打开暖气 | 关掉暖气
    左边 | 右边
    左膝盖疼 | 右膝盖疼
    涨了5块 | 跌了5块
    加糖 | 不加糖
    有糖 | 没糖
    无糖 | 含糖
    咖啡加糖 | 咖啡不加糖
    苏州 | 杭州
    住在苏州 | 住过苏州
    未完成 | 已完成
    没完成 | 完成了
    昨天去了 | 今天去了
    明天去 | 昨天去
    我和张伟去 | 我和李伟去
    用空格不用制表符 | 用制表符不用空格
    因为下雨我没去 | 因为我没去下雨
    如果下雨我不去 | 我不去如果不下雨
    我能去 | 我不能去
    能不能去？ | 不能去
    谁付了钱 | 他付了钱
    我付了钱 | 他付了钱
    你付了钱 | 我付了钱
    妈，爸来了 | 爸，妈来了
    半年 | 一年
    全部完成 | 部分完成
    大家都同意 | 没人同意
    读了一章 | 读了一本
    我曾经住在上海 | 我住在上海
    再也不去了 | 再去
    从不喝酒 | 喝酒
    很少喝酒 | 常喝酒
    至少五个 | 至多五个
    五个以上 | 五个以下
    五点前到 | 五点后到
    我女儿六岁 | 我女儿九岁
    订单A123 | 订单A124
"""

THE_SAME = """
    I paid 1,000 euros | I paid €1000
    I paid a hundred euros | I paid 100 euros
    I paid 20 euros! | i paid twenty euros
    I don't like it | I do not like it
    I dont like it | I don't like it
    My mum lives in Rome | My mother lives in Rome
    Yesterday, I bought a bike | I bought a bike yesterday
    I have a meeting on Friday | On Friday I have a meeting
    I have a meeting on Friday | I have a meeting Friday
    Could you please cancel my order? | Please cancel my order
    Can you cancel my order | Cancel my order please
    I can't come | I cannot come
    The meeting is at 9am | The meeting is at 9:00 a.m.
    If it rains, I'll stay home | I will stay home if it rains
    My weight is about 80 kilos | My weight is around 80 kg
    I don't work at Siemens anymore | I no longer work at Siemens
    My favourite colour is blue | My favorite color is blue
    I organised the trip | I organized the trip
    My boss is called Ann | My boss's name is Ann
    btw I moved to Oslo | I moved to Oslo
    I'm working in Oslo | I work in Oslo
    Red is my favourite colour | My favourite colour is red
    Is it ready | Is it ready?
    We’re moving to Oslo 🎉 | we're moving to Oslo
    I usually run in the morning | In the mornings I usually run
    My budget is $1,500 | My budget is 1.5k dollars
    The app runs on 2 servers | the application runs on two servers
    I was born on 3 May 1990 | I was born on May 3rd, 1990
    我付了一百块 | 我付了100元
    我付了１００块 | 我付了100块钱
    我喜歡臺北 | 我喜欢台北
    我老公在上海 | 我丈夫在上海
    我把车卖了 | 我卖了车
    明天我去上海 | 我明天去上海
    会议在周五 | 会议在星期五
    会议在礼拜五下午三点 | 会议在周五下午3点
    我妈妈住在苏州 | 我妈住在苏州
    请帮我取消订单 | 麻烦帮我取消订单
    能帮我取消订单吗？ | 帮我取消订单
    你好，请问几点开门？ | 请问几点开门
    我没有车 | 我没车
    我买了一辆车 | 我买了辆车
    我已经付款了 | 我已付款
    嗯，我搬到成都了 | 我搬到成都了！
    对了，我搬到成都啦 | 我搬到了成都
    预算一万五 | 预算是15000
    生日是六月十四号 | 生日是6月14日
    大概80公斤 | 80kg左右
    我的手机坏了 | 我手机坏了
    占用百分之五 | 占用5%
    ＡＮＮＡ ｉｓ ｍｙ ｓｉｓｔｅｒ | Anna is my sister
    我把车卖掉了 | 我把车卖了
    如果下雨，我不去 | 要是下雨，我不去
    So, um, I moved to Oslo | I moved to Oslo
"""


def pairs(table: str) -> list[tuple[str, ...]]:
    return [tuple(text.strip() for text in line.split(" | ")) for line in table.strip().splitlines()]


@pytest.mark.parametrize(("one", "other"), pairs(DIFFERENT))
def test_what_says_something_else_is_never_worded_alike(one: str, other: str) -> None:
    assert canonical(one) != canonical(other)


@pytest.mark.parametrize(("one", "other"), pairs(THE_SAME))
def test_what_says_the_same_in_nearly_the_same_words_is_worded_alike(one: str, other: str) -> None:
    assert wording(one) == wording(other) != ""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "!!!",
        "🙂",
        "yes",
        "Yes!",
        "ok",
        "Thanks",
        "好的",
        "是的。",
        "嗯嗯",
        "对了",
        "please",
        "you do",
        "那个",
    ],
)
def test_answers_and_noise_alone_have_no_wording(text: str) -> None:
    assert wording(text) == ""


def test_a_document_has_no_wording() -> None:
    assert wording("word " * (MOST_CHARACTERS // 5)) != ""
    assert wording("word " * (MOST_CHARACTERS // 5) + "x") == ""


def test_a_wording_is_short() -> None:
    assert len(wording("I paid 100 euros")) == 24
    assert int(wording("我付了一百块"), 16)


@given(st.text(max_size=200))
def test_any_text_has_a_wording_or_none(text: str) -> None:
    assert len(wording(text)) in (0, 24)


@given(st.text(alphabet="第一二两三四五六七八九十百千万亿零百分之个点周天0123.,- $€kam月日号也是不了的", max_size=30))
def test_any_heap_of_numerals_has_a_wording_or_none(text: str) -> None:
    assert len(wording(text)) in (0, 24)


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_two_numbers_are_worded_alike_only_when_they_are_equal(one: int, other: int) -> None:
    for sentence in ("I paid {} euros", "我付了{}块"):
        alike = wording(sentence.format(one)) == wording(sentence.format(other))
        assert alike == (one == other)


@given(st.integers(1, 9_999_999))
def test_thousands_separators_make_no_difference(value: int) -> None:
    assert wording(f"The budget is {value:,}") == wording(f"The budget is {value}")
