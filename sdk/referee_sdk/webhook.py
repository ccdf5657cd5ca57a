"""Parts of a bot behind an outgoing webhook: pictures with secret addresses, and one response per text."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Sequence

from referee_sdk.chat import Attachment, Message
from referee_sdk.options import Language

MAX_PICTURES = 200
"""Pictures that a store keeps. A chat loads a picture when it shows the message."""

ALT_CHARS = str.maketrans("[]@", "()＠")
"""Characters of an alt text that would end it, or mention users."""


TEXTS: dict[Language, dict[str, str]] = {
    "en": {
        "menu": "@{user}: write `moves`, and only you see your hand and your moves.",
        "answer": "@{user}: that answer is only for you: write the same text again.",
    },
    "fr": {
        "menu": "@{user} : écrivez `coups` pour voir votre main et vos coups, sans que les autres les voient.",
        "answer": "@{user} : cette réponse n'est que pour vous : écrivez encore le même texte.",
    },
}
"""Texts for private messages that a public response leaves out."""


class PictureStore:
    """The latest pictures, each at an address of its own below `public_url`. Without `public_url` there are none."""

    def __init__(self, public_url: str | None) -> None:
        self.public_url = public_url
        self.contents: OrderedDict[str, bytes] = OrderedDict()

    def markdown(self, picture: Attachment) -> str:
        """Add a picture and return it as a Markdown image."""
        path = f"/pictures/{secrets.token_urlsafe(16)}/{picture.name}"
        self.contents[path] = picture.content
        if len(self.contents) > MAX_PICTURES:
            self.contents.popitem(last=False)
        return f"![{picture.alt.translate(ALT_CHARS)}]({self.public_url}{path})"


def response_body(
    messages: Sequence[Message], user: str, pictures: PictureStore, language: Language = "en"
) -> dict[str, str]:
    """Return the JSON that answers the text of a user: one text for all, or only for this user.

    A response cannot be both. So a private message that comes with public ones is left out, and its user is told, in
    the language of the table, what to write to get it alone: `moves`, or the same text again if it has no menu.
    """
    public = [message for message in messages if message.to is None]
    shown = public or [message for message in messages if message.to == user]
    texts = []
    for message in shown:
        images = map(pictures.markdown, message.attachments if pictures.public_url else ())
        texts.append("\n".join([message.text, *images]))
    omitted = [message for message in messages if message.to is not None and message not in shown]
    for name in dict.fromkeys(message.to for message in omitted):
        has_menu = name != user or any(message.choices for message in omitted if message.to == name)
        texts.append(TEXTS[language]["menu" if has_menu else "answer"].format(user=name))
    return {"text": "\n\n".join(texts), "response_type": "in_channel" if public or omitted else "ephemeral"}
