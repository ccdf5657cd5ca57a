"""What all tests share: figures that a test records are printed at the end of the run."""


def pytest_terminal_summary(terminalreporter):
    """Print every `record_property("figures", ...)`, one line each."""
    reports = [report for report in terminalreporter.stats.get("passed", []) if report.when == "call"]
    for report in reports:
        for name, value in report.user_properties:
            if name == "figures":
                terminalreporter.write_line(f"figures: {value}")
