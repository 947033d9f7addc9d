"""What a program writes to a terminal, or to a pipe."""

import os
import threading

END = b"\0end of what was written\0"


def read_until_exit(process, here, there):
    """What was read at `here` when the process, which writes to `there`, has ended.

    Linux may drop the last bytes of a terminal whose writing end is closed by all, so
    this end stays open until a mark behind them has arrived. Both ends are then closed.
    """

    def mark():
        process.wait()
        os.write(there, END)

    marker = threading.Thread(target=mark)
    marker.start()
    sent = b""
    while not sent.endswith(END):
        sent += os.read(here, 4096)
    marker.join()
    os.close(there)
    os.close(here)
    return sent[: -len(END)]
