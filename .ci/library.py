"""What DocC makes of the library, as pages without a script: pages(ARCHIVE) from the folder that `make docs` writes.

DocC's own pages are drawn by a script that asks a server for each. Their content lies beside it as JSON (swift-docc's RenderNode): a page
for each type with its members, one for each article, and one that groups all, as Markdown for the site.
"""

import html
import json
import os
import re

TYPES = {"struct", "class", "enum", "protocol", "typealias"}


class Library:
    def __init__(self, archive):
        self.nodes = {}
        top = os.path.join(archive, "data", "documentation")
        for folder, _, names in os.walk(top):
            for name in names:
                if name.endswith(".json"):
                    with open(os.path.join(folder, name), encoding="utf-8") as file:
                        node = json.load(file)
                    self.nodes[node["identifier"]["url"].lower()] = node
        # What stands on the page of its type; not what a type has from a protocol.
        self.members_of_pages = {
            identifier.lower() for node in self.nodes.values() if self.has_page(node)
            for section in node.get("topicSections", []) for identifier in section["identifiers"]}

    def node(self, identifier):
        return self.nodes.get(identifier.lower())

    def kind(self, node):
        return node["metadata"].get("symbolKind") or node["metadata"]["role"]

    def has_page(self, node):
        return self.kind(node) in TYPES or self.kind(node) in ("module", "article")

    def path(self, identifier):
        """The page of a type, an article or the module, from the top of the site's pages."""
        if self.kind(self.node(identifier)) == "module":
            return "library/index.md"
        return "library/" + identifier.lower().split("/documentation/listo/", 1)[1] + ".md"

    def anchor(self, identifier):
        return re.sub(r"[^a-z0-9]+", "-", identifier.rsplit("/", 1)[1].lower()).strip("-") or "operator"

    def target(self, identifier, page):
        """Where a link from a page leads; None where there is nothing."""
        node = self.node(identifier)
        if node is None:
            return None
        if self.has_page(node):
            place, anchor = self.path(identifier), ""
        else:
            holder = identifier.rsplit("/", 1)[0]
            if identifier.lower() not in self.members_of_pages or node["metadata"]["role"] != "symbol":
                return None
            place, anchor = self.path(holder), "#" + self.anchor(identifier)
        return (os.path.relpath(place, os.path.dirname(page)) if place != page else "") + anchor or os.path.basename(page)

    # Text

    def inline(self, parts, node, page):
        out = ""
        for part in parts or []:
            kind = part["type"]
            if kind == "text":
                out += re.sub(r"([\\`*_\[\]<>{}])", r"\\\1", part["text"])
            elif kind == "codeVoice":
                out += code(part["code"])
            elif kind in ("emphasis", "strong"):
                mark = "*" if kind == "emphasis" else "**"
                out += mark + self.inline(part["inlineContent"], node, page) + mark
            elif kind == "reference":
                out += self.link(part["identifier"], node, page)
            else:
                raise SystemExit(f"{page}: no words for {kind}")
        return out

    def link(self, identifier, node, page):
        reference = node["references"].get(identifier, {})
        title = reference.get("title", identifier.rsplit("/", 1)[-1])
        if reference.get("type") == "link":
            return f"[{title}]({reference['url']})"
        words = title if reference.get("role") in ("article", "collection") else code(title)
        target = self.target(identifier, page)
        return f"[{words}]({target})" if target else words

    def blocks(self, content, node, page):
        out = []
        for block in content or []:
            kind = block["type"]
            if kind == "paragraph":
                out.append(self.inline(block["inlineContent"], node, page))
            elif kind == "heading":
                # DocC puts one above a discussion, which has nothing else.
                if block["text"] not in ("Discussion", "Overview", "Return Value"):
                    out.append("#" * max(2, block["level"]) + " " + block["text"])
                elif block["text"] == "Return Value":
                    out.append("**Returns**")
            elif kind == "codeListing":
                out.append("```" + (block.get("syntax") or "") + "\n" + "\n".join(block["code"]) + "\n```")
            elif kind == "aside":
                words = "\n\n".join(self.blocks(block["content"], node, page))
                out.append(f"**{block.get('name') or block['style'].capitalize()}**: {words}")
            elif kind in ("unorderedList", "orderedList"):
                mark = "-" if kind == "unorderedList" else "1."
                out.append("\n".join(f"{mark} " + " ".join(self.blocks(item["content"], node, page)) for item in block["items"]))
            elif kind == "table":
                rows = [[" ".join(self.blocks(cell, node, page)) for cell in row] for row in block["rows"]]
                lines = ["| " + " | ".join(row) + " |" for row in rows]
                out.append("\n".join([lines[0], "|" + "---|" * len(rows[0])] + lines[1:]))
            else:
                raise SystemExit(f"{page}: no words for {kind}")
        return out

    def body(self, node, page):
        out = []
        if node.get("abstract"):
            out.append(self.inline(node["abstract"], node, page))
        for section in node.get("primaryContentSections", []):
            if section["kind"] == "declarations":
                text = "".join(token["text"] for token in section["declarations"][0]["tokens"])
                out.insert(0, "```swift\n" + text + "\n```")
            elif section["kind"] == "parameters":
                out.append("\n".join(
                    f"- `{one['name']}`: " + " ".join(self.blocks(one["content"], node, page)) for one in section["parameters"]))
            elif section["kind"] == "content":
                out += self.blocks(section["content"], node, page)
        return out

    # Pages

    def members(self, node, page):
        out = []
        for section in node.get("topicSections", []):
            found = [one for one in map(self.node, section["identifiers"]) if one]
            inner = [one for one in found if self.has_page(one)]
            own = [one for one in found if one["metadata"]["role"] == "symbol" and not self.has_page(one)]
            if not inner and not own:
                continue
            out.append("## " + section["title"])
            if inner:
                out.append("\n".join("- " + self.summary(one, node, page) for one in inner))
            for member in own:
                identifier = member["identifier"]["url"]
                out.append(f"### {code(member['metadata']['title'])} {{#{self.anchor(identifier)}}}")
                out += self.body(member, page)
        return out

    def summary(self, one, node, page):
        identifier = one["identifier"]["url"]
        words = one["metadata"]["title"] if one["metadata"]["role"] == "article" else code(one["metadata"]["title"])
        about = self.inline(one.get("abstract"), one, page)
        return f"[{words}]({self.target(identifier, page)})" + (f": {about}" if about else "")

    def pages(self):
        """Paths and texts; the module's first."""
        for identifier, node in sorted(self.nodes.items(), key=lambda item: item[1]["metadata"].get("symbolKind") != "module"):
            if not self.has_page(node):
                continue
            identifier = node["identifier"]["url"]
            page = self.path(identifier)
            name = node["metadata"]["title"]
            if self.kind(node) == "module":
                name = "The library"
            elif self.kind(node) != "article":
                # A type within another has both names.
                above = identifier.split("/documentation/Listo/", 1)[1].split("/")
                name = ".".join(above)
            out = [f"# {html.escape(name)}"] + self.body(node, page) + self.members(node, page)
            yield page, "\n\n".join(out) + "\n"

    def articles(self):
        """The paths of the articles, in the order of the module's page."""
        for node in self.nodes.values():
            if self.kind(node) == "module":
                found = [one for section in node["topicSections"] for one in map(self.node, section["identifiers"]) if one]
                return [(one["metadata"]["title"], self.path(one["identifier"]["url"])) for one in found
                        if self.kind(one) == "article"]
        raise SystemExit("DocC made no page of the module")


def code(text):
    marks = "``" if "`" in text else "`"
    return f"{marks}{text}{marks}"
