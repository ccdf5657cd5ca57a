"""What all tests share: recorded figures are printed at the end, and hypothesis always looks at the same cases."""

from hypothesis import settings

settings.register_profile("referee", derandomize=True, database=None, deadline=None)
settings.load_profile("referee")


def pytest_terminal_summary(terminalreporter):
    """Print every `record_property("figures", ...)`, one line each."""
    for report in terminalreporter.stats.get("passed", []):
        for name, value in report.user_properties:
            if name == "figures":
                terminalreporter.write_line(f"figures: {value}")
