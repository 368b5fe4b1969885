#!/usr/bin/env python3
"""Connects clients that others wrote to the service, from registration to a burned token family.

    tests/clients/run.py --binary target/debug/tributary [NAME...]
    tests/clients/run.py --base http://127.0.0.1:8080 [NAME...]

The clients are installed from PyPI and npm into a folder, a temporary one unless --folder names one
to be kept. With --binary a service is started on a private database in that folder. A person is
signed up over the service's pages, and approves what each client asks for.

A client is a program. It is given the addresses in its environment, writes `AUTHORIZE <url>` when a
person has to go there, reads a line with the address that the browser was sent back to, and ends
with 0 when everything was as it should be.
"""

import argparse
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv

HERE = pathlib.Path(__file__).resolve().parent
PYTHON = ["mcp>=2", "authlib", "requests", "requests-oauthlib"]
NODE = [
    "@modelcontextprotocol/sdk@1",
    "@modelcontextprotocol/client@2",
    "oauth4webapi@3",
    "openid-client@6",
]
CLIENTS = {
    "mcp-python-auto": ["mcp_python.py", "auto"],
    "mcp-python-legacy": ["mcp_python.py", "legacy"],
    "mcp-python-2026-07-28": ["mcp_python.py", "2026-07-28"],
    "mcp-typescript-v1": ["mcp_v1.mjs"],
    "mcp-typescript-v2": ["mcp_v2.mjs"],
    "oauth4webapi": ["oauth4webapi.mjs"],
    "openid-client": ["openid_client.mjs"],
    "authlib": ["authlib_client.py"],
    "requests-oauthlib": ["requests_oauthlib_client.py"],
}


def install(folder):
    """Both package managers put what they bring into the folder alone."""
    python = folder / "venv" / "bin" / "python"
    if not python.exists():
        venv.create(folder / "venv", with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", *PYTHON], check=True)
    if not (folder / "node_modules").exists():
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder]
        subprocess.run([*command, *NODE], check=True)
    return python


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start(binary, folder):
    """A service of its own; its base address and its process."""
    listen = f"127.0.0.1:{free_port()}"
    environment = os.environ | {
        "TRIBUTARY_LISTEN": listen,
        "TRIBUTARY_DATA_DIR": str(folder / "data"),
        "TRIBUTARY_USER_TOKEN_UNITS_PER_MINUTE": "600",
    }
    log = open(folder / "service.log", "w")
    process = subprocess.Popen([binary, "serve"], env=environment, stdout=log, stderr=log)
    base = f"http://{listen}"
    for _ in range(600):
        try:
            urllib.request.urlopen(f"{base}/readyz")
            return base, process
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.1)
    sys.exit(f"the service did not start; see {log.name}")


def run_client(command, environment, person, folder):
    """Plays the browser for one client; whether it was content."""
    process = subprocess.Popen(
        command, env=environment, cwd=folder, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )
    for line in process.stdout:
        if line.startswith("AUTHORIZE "):
            process.stdin.write(person.approve(line.split(" ", 1)[1].strip()) + "\n")
            process.stdin.flush()
        else:
            print("   ", line, end="")
    return process.wait() == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--binary", type=pathlib.Path, help="start this service")
    where.add_argument("--base", help="use the service at this address")
    parser.add_argument("--mcp", help="address of the tool server, when it is not the base and /mcp")
    parser.add_argument("--folder", type=pathlib.Path, help="install here and keep it")
    parser.add_argument("names", nargs="*", help=f"of {', '.join(CLIENTS)}")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = (asked.folder or pathlib.Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        python = install(folder)
        process = None
        base = asked.base
        if asked.binary:
            base, process = start(asked.binary.resolve(), folder)
        try:
            failed = run_all(asked, base, python, folder)
        finally:
            if process:
                process.terminate()
                process.wait()
    sys.exit(f"failed: {', '.join(failed)}" if failed else None)


def run_all(asked, base, python, folder):
    sys.path.insert(0, str(HERE))
    from person import Person

    environment = os.environ | {
        "BASE_URL": base,
        "MCP_URL": asked.mcp or f"{base}/mcp",
        "PYTHONPATH": str(HERE),
        "CLIENT_FOLDER": str(folder),
    }
    person = Person(base)
    failed = []
    for name in asked.names or CLIENTS:
        script, *arguments = CLIENTS[name]
        interpreter = python if script.endswith(".py") else "node"
        path = HERE / script
        if interpreter == "node":
            # Node looks for packages beside the program.
            path = folder / script
            path.write_text((HERE / script).read_text())
            (folder / "flow.mjs").write_text((HERE / "flow.mjs").read_text())
        print(name, flush=True)
        if run_client([interpreter, path, *arguments], environment, person, folder):
            print("    passed")
        else:
            print("    FAILED")
            failed.append(name)
    return failed


if __name__ == "__main__":
    main()
