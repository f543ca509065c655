"""Reads a vdir with other programs, and sends it to servers: what Listo writes is understood, and comes back as it was.

Standard input has the paths of the folder of collections and of a folder to work in, a line each. What was found is printed as JSON.
todoman, khal, vdirsyncer, Radicale and Xandikos stand in the same environment.
"""
import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

source, work = [line.rstrip("\n") for line in sys.stdin][:2]
programs = os.path.dirname(sys.executable)
collections = sorted(name for name in os.listdir(source) if os.path.isdir(f"{source}/{name}"))
environment = dict(os.environ, HOME=work, XDG_CONFIG_HOME=work, XDG_CACHE_HOME=work, LC_ALL="C.UTF-8", TZ="UTC")
found = {}


def run(*words, text=None):
    """What a program of the environment prints; its last lines of standard error where it fails."""
    answer = subprocess.run(
        [f"{programs}/{words[0]}", *words[1:]], input=text, timeout=100, capture_output=True, text=True, env=environment, cwd=work)
    if answer.returncode != 0:
        raise SystemExit(f"{words[0]}: status {answer.returncode}: {answer.stderr[-2000:]}{answer.stdout[-2000:]}")
    return answer.stdout, answer.stderr


def write(name, text):
    os.makedirs(os.path.dirname(f"{work}/{name}"), exist_ok=True)
    with open(f"{work}/{name}", "w") as file:
        file.write(text)


def items(folder):
    result = {}
    for name in collections:
        for item in sorted(os.listdir(f"{folder}/{name}")):
            if item.endswith(".ics"):
                with open(f"{folder}/{name}/{item}", "rb") as file:
                    result[f"{name}/{item}"] = file.read()
    return result


def unfolded(item):
    """The lines of an item in an order that does not count: servers sort them, and write their own PRODID."""
    lines = item.replace(b"\r\n", b"\n").replace(b"\n ", b"").split(b"\n")
    return sorted(line for line in lines if line and not line.startswith(b"PRODID"))


def port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def wait(number):
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", number), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise SystemExit("a server did not start")


def ask(method, url, body=None, **headers):
    request = urllib.request.Request(url, body, {name.replace("_", "-"): value for name, value in headers.items()})
    request.get_method = lambda: method
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


# todoman and khal
write("todoman/config.py", f'path = "{source}/*"\ndate_format = "%Y-%m-%d"\ntime_format = "%H:%M"\n')
out, err = run("todo", "--porcelain", "list", "--status", "ANY")
found["todoman"] = sorted(todo["summary"] for todo in json.loads(out))
found["todomanComplaints"] = [line for line in err.splitlines() if line]
calendars = "".join(f"[[{name}]]\npath = {source}/{name}\ntype = calendar\n" for name in collections)
write("khal/config", f"[calendars]\n{calendars}[locale]\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\n"
      "timeformat = %H:%M\ndatetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n")
_, err = run("khal", "list", "2026-11-01", "2026-12-31")
found["khalComplaints"] = [line for line in err.splitlines() if line and "No events" not in line]

# vdirsyncer, to Radicale and from there to another folder
before = items(source)
number = port()
write("radicale.conf", f"[server]\nhosts = 127.0.0.1:{number}\n[auth]\ntype = none\n[storage]\nfilesystem_folder = {work}/radicale\n")
radicale = subprocess.Popen([f"{programs}/radicale", "--config", f"{work}/radicale.conf"], env=environment,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
try:
    wait(number)
    os.makedirs(f"{work}/back")
    write("vdirsyncer/config", f"""[general]
status_path = "{work}/status/"
[storage here]
type = "filesystem"
path = "{source}"
fileext = ".ics"
[storage back]
type = "filesystem"
path = "{work}/back"
fileext = ".ics"
[storage server]
type = "caldav"
url = "http://127.0.0.1:{number}/user/"
username = "user"
password = "secret"
item_types = ["VTODO"]
[pair up]
a = "here"
b = "server"
collections = ["from a"]
[pair down]
a = "server"
b = "back"
collections = {json.dumps(collections)}
""")
    for pair in ["up", "down", "up"]:
        run("vdirsyncer", "discover", pair, text="y\n" * 20)
        run("vdirsyncer", "sync", pair)
finally:
    radicale.kill()
    radicale.wait()
found["untouched"] = items(source) == before
back = items(f"{work}/back")
found["items"] = len(before)
found["lost"] = len(before) - len(back)
# They come back under names of the server's; which is which, their lines say.
found["others"] = len([1 for item in back.values() if unfolded(item) not in [unfolded(own) for own in before.values()]])

# Xandikos
number = port()
xandikos = subprocess.Popen(
    [f"{programs}/xandikos", "serve", "-d", f"{work}/xandikos", "-l", "127.0.0.1", "-p", str(number),
     "--current-user-principal", "/user/", "--defaults"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
try:
    wait(number)
    answers = []
    for name, item in before.items():
        collection, file = name.split("/")
        url = f"http://127.0.0.1:{number}/user/calendars/{collection}/"
        ask("MKCALENDAR", url)
        answers.append(ask("PUT", url + file, item, Content_Type="text/calendar; charset=utf-8", If_None_Match="*"))
    found["xandikos"] = sorted(set(answers))
finally:
    xandikos.kill()
    xandikos.wait()
print(json.dumps(found))
