"""What all tests need."""

import signal

import pytest


@pytest.fixture(autouse=True)
def interrupts():
    """SIGINT interrupts also where a shell started the tests in the background, which lets its programs ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
