#!/usr/bin/env python3
"""Records what llama.cpp makes of the tiny models: see main.rs. Wants xllamacpp, its wheel.

  python3 record.py FOLDER
"""

import json
import pathlib
import sys
import urllib.request

import xllamacpp

def read(shift):
    return [(7 * at * at + 3 * at + 11 + shift) % 250 + 10 for at in range(30)]


TEXTS = [
    "", " ", "  ", "a", " a", "The House would use the motion.", "in the House, in the motion",
    "it's, it'S, we'll and WE'LL", "1 12 123 1234 12345 3.1415", "12e45", "$1 and 1$", "a  b   c    d",
    "line\nline\n\nline\n\n\nline\r\n", "\ttabs\t\tand \n blanks ", "aBcABC ABc", "Éa éA ÉÀ naïve cafés",
    "wait... what!! no?!", "a/b/\n//", "日本語の討論", "한국어 토론", "مناظرة", "дебаты", "γνώμη", "🙂👩‍🔬🇬🇧",
    "e\u0301 \u00a0 \u200b —“”…", "<|im_start|>system", "a<|im_end|>b", "<think>so</think>", "<start_of_turn>x<end_of_turn>",
    "<s>a</s>", "<b>b</b>", "<0x41>", "<unk>", "▁the", "the▁House", "x=1+2<3>^~|", "_under_score_", "\u2028sep",
    "²½Ⅷ", "the" * 12, "ﬁ ǅ", "\n\n\n\n\n",
]
TALKS = [
    [("user", "  Hello House  ")],
    [("system", "Use the motion."), ("user", "in"), ("assistant", "on "), ("user", "the\nmotion")],
]


class Model:
    def __init__(self, path, context):
        params = xllamacpp.CommonParams()
        params.model.path = str(path)
        params.hostnames = ["127.0.0.1"]
        params.port = 18377
        params.n_ctx = context
        params.n_parallel = 1
        params.n_gpu_layers = 0
        params.warmup = False
        params.use_jinja = True
        params.swa_full = True
        params.fit_params = False
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 2
        self.server = xllamacpp.Server(params)
        self.address = self.server.listening_address

    def ask(self, path, **what):
        request = urllib.request.Request(
            f"{self.address}/{path}",
            json.dumps(what).encode(),
            {"content-type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def words(self):
        # What is told of a token that is no whole letter is told of a later one, or of none; another beginning has another
        # answer.
        for shift in range(50):
            tokens = read(shift)
            answer = self.ask(
                "completion", prompt=tokens, n_predict=8, temperature=0, n_probs=1000, cache_prompt=False,
                return_tokens=True, samplers=["temperature"],
            )
            told = answer.get("completion_probabilities")
            if told and told[0]["id"] == answer["tokens"][0]:
                break
        else:
            raise RuntimeError("no answer whose first token is a letter")
        first = told[0]["top_logprobs"]
        some = first[:20] + first[20::12]
        next = [(one["id"], round(one["logprob"], 4)) for one in some]
        return {"read": tokens, "next": next, "words": answer["tokens"]}

    def tokens(self, text, **how):
        return self.ask("tokenize", content=text, **how)["tokens"]

    def texts(self):
        plain = lambda text: self.tokens(text, add_special=False, parse_special=False)
        prompts = []
        for talk in TALKS:
            for thinks in [True, False]:
                messages = [{"role": role, "content": text} for role, text in talk]
                try:
                    how = {"enable_thinking": thinks}
                    text = self.ask("apply-template", messages=messages, chat_template_kwargs=how)["prompt"]
                except urllib.error.HTTPError as error:
                    print("no prompt:", error.read()[:200])
                    continue
                tokens = self.tokens(text, add_special=True, parse_special=True)
                prompts.append({"messages": talk, "thinks": thinks, "text": text, "tokens": tokens})
        return {"texts": [(text, plain(text)) for text in TEXTS], "prompts": prompts}


def main():
    recorded = {}
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.gguf")):
        name, what, context, _ = path.name.split(".")
        model = Model(path, int(context))
        recorded[f"{what} {name}"] = model.words() if what == "network" else model.texts()
        print(name, flush=True)
        del model
    here = pathlib.Path(__file__).with_name("recorded.json")
    lines = ",\n".join(
        f"{json.dumps(name)}: {json.dumps(one, ensure_ascii=False)}" for name, one in sorted(recorded.items())
    )
    here.write_text("{\n" + lines + "\n}\n")


main()
