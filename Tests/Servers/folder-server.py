#!/usr/bin/env python3
"""A CalDAV server over a folder, to be looked at and changed from outside: folder-server.py FOLDER PORTFILE [USER:PASSWORD].

Each folder below FOLDER is a list, each file in it an item; the version of an item is a hash of its bytes. It has ctags and no tokens. FOLDER/.requests
gets a line for each request, without what logs in, so that a transcript can count them; FOLDER/.headers a line for each login. Where
FOLDER/.open is, no login is wanted. Files in FOLDER/.published are served to anyone as
/published/NAME, with their versions. It ends after five minutes."""

import base64, hashlib, http.server, os, re, sys, threading
from urllib.parse import unquote
from xml.sax.saxutils import escape

# What is beside this file needs no cache there.
sys.dont_write_bytecode = True
from answering import Answering

root, port_file = sys.argv[1:3]
login = sys.argv[3] if len(sys.argv) > 3 else None
HOME = "/user/"
NAMES = ('xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:S="http://calendarserver.org/ns/" '
         'xmlns:A="http://apple.com/ns/ical/"')


def tag(data):
    return '"%s"' % hashlib.sha256(data).hexdigest()[:16]


def read(path):
    with open(path, "rb") as file:
        return file.read()


def items(name):
    folder = os.path.join(root, name)
    return {n: read(os.path.join(folder, n)) for n in sorted(os.listdir(folder)) if n.endswith(".ics")}


def response(href, properties):
    return ("<D:response><D:href>%s</D:href><D:propstat><D:prop>%s</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
            % (escape(href), properties))


def of_list(name):
    path = os.path.join(root, name, ".title")
    title = read(path).decode().strip() if os.path.exists(path) else name
    ctag = hashlib.sha256(repr(sorted(items(name).items())).encode()).hexdigest()[:16]
    return response(HOME + name + "/", "<D:resourcetype><D:collection/><C:calendar/></D:resourcetype><D:displayname>%s</D:displayname>"
                    '<C:supported-calendar-component-set><C:comp name="VTODO"/></C:supported-calendar-component-set>'
                    "<S:getctag>%s</S:getctag>" % (escape(title), ctag))


def of_item(name, item, data, has_data):
    properties = "<D:getetag>%s</D:getetag><D:getcontenttype>text/calendar; component=VTODO</D:getcontenttype>" % escape(tag(data))
    if has_data:
        properties += "<C:calendar-data>%s</C:calendar-data>" % escape(data.decode()).replace("\r", "&#13;")
    return response(HOME + name + "/" + item, properties)


class Handler(Answering):
    def answer(self):
        body = self.body().decode()
        said = self.headers.get("Authorization")
        wanted = login and not self.path.startswith("/published/") and "Basic " + base64.b64encode(login.encode()).decode()
        if os.path.exists(os.path.join(root, ".open")):
            wanted = None
        if said:
            with open(os.path.join(root, ".headers"), "a") as log:
                log.write("Authorization\n")
        status = 401 if wanted and said != wanted else None
        with open(os.path.join(root, ".requests"), "a") as log:
            log.write("%s %s%s\n" % (self.command, self.path, " (wrong login)" if status and said else ""))
        if status:
            return self.send(401, headers=[("WWW-Authenticate", 'Basic realm="tests"')])
        path = unquote(self.path.split("?")[0])
        if path.startswith("/published/"):
            return self.publish(os.path.join(root, ".published", os.path.basename(path)))
        if not path.startswith(HOME):
            return self.principal() if self.command == "PROPFIND" else self.send(404)
        parts = [p for p in path[len(HOME):].split("/") if p]
        if any(p.startswith(".") for p in parts):
            return self.send(403)
        if parts and self.command != "MKCALENDAR" and not os.path.isdir(os.path.join(root, parts[0])):
            return self.send(404)
        return getattr(self, "do" + self.command.lower())(parts, body)

    def publish(self, path):
        if not os.path.isfile(path):
            return self.send(404)
        data = read(path)
        if self.headers.get("If-None-Match") == tag(data):
            return self.send(304)
        return self.send(200, data, [("ETag", tag(data))])

    def principal(self):
        self.multistatus([response("/", '<D:current-user-principal><D:href>%s</D:href></D:current-user-principal>'
                                        "<C:calendar-home-set><D:href>%s</D:href></C:calendar-home-set>" % (HOME, HOME))])

    def dopropfind(self, parts, body):
        deep = self.headers.get("Depth") == "1"
        if not parts:
            lists = sorted(n for n in os.listdir(root) if not n.startswith("."))
            own = response(HOME, "<D:resourcetype><D:collection/></D:resourcetype><D:current-user-principal><D:href>%s</D:href>"
                                 "</D:current-user-principal><C:calendar-home-set><D:href>%s</D:href></C:calendar-home-set>" % (HOME, HOME))
            return self.multistatus([own] + ([of_list(n) for n in lists] if deep else []))
        return self.multistatus([of_list(parts[0])] + ([of_item(parts[0], n, d, False) for n, d in items(parts[0]).items()] if deep else []))

    def doreport(self, parts, body):
        if "sync-collection" in body:
            return self.send(403)
        known = items(parts[0])
        if "calendar-multiget" not in body:
            return self.multistatus([of_item(parts[0], n, d, False) for n, d in known.items()])
        answers = []
        for href in re.findall(r"<[^<>]*href>([^<]*)<", body):
            name = unquote(href).rsplit("/", 1)[-1]
            answers.append(of_item(parts[0], name, known[name], True) if name in known else
                           "<D:response><D:href>%s</D:href><D:status>HTTP/1.1 404 Not Found</D:status></D:response>" % href)
        return self.multistatus(answers)

    def doget(self, parts, body):
        data = items(parts[0]).get(parts[1]) if len(parts) == 2 else None
        return self.send(404) if data is None else self.send(200, data, [("ETag", tag(data))])

    def holds(self, data):
        if self.headers.get("If-None-Match") == "*" and data is not None:
            return False
        wanted = self.headers.get("If-Match")
        return wanted is None or data is not None and wanted == tag(data)

    def doput(self, parts, body):
        old = items(parts[0]).get(parts[1])
        if not self.holds(old):
            return self.send(412)
        with open(os.path.join(root, *parts), "wb") as file:
            file.write(body.encode())
        return self.send(204 if old else 201, headers=[("ETag", tag(body.encode()))])

    def dodelete(self, parts, body):
        old = items(parts[0]).get(parts[1]) if len(parts) == 2 else None
        if old is None:
            return self.send(404)
        if not self.holds(old):
            return self.send(412)
        os.remove(os.path.join(root, *parts))
        return self.send(204)

    def domkcalendar(self, parts, body):
        os.mkdir(os.path.join(root, parts[0]))
        title = re.search(r"displayname>([^<]*)<", body)
        with open(os.path.join(root, parts[0], ".title"), "w") as file:
            file.write(title.group(1) if title else parts[0])
        return self.send(201)

    def domove(self, parts, body):
        return self.send(403)

    def doproppatch(self, parts, body):
        return self.send(403)

    def multistatus(self, responses):
        self.send(207, ("<?xml version=\"1.0\"?><D:multistatus %s>%s</D:multistatus>" % (NAMES, "".join(responses))).encode())

    do_GET = do_PUT = do_PROPFIND = do_REPORT = do_DELETE = do_MKCALENDAR = do_PROPPATCH = do_MOVE = do_OPTIONS = answer


# Who started this may wait until all that it handed on is closed.
os.closerange(3, 4096)
end = threading.Timer(300, os._exit, [0])
end.daemon = True
end.start()
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
with open(port_file + ".new", "w") as file:
    file.write("%d\n" % server.server_address[1])
os.rename(port_file + ".new", port_file)
server.serve_forever()
