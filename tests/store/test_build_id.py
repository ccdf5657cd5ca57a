"""The build id: it changes with code and texts, and only with them."""

from referee_service import __version__
from referee_service.store.build_id import build_id, folder_digest


def test_the_id_has_the_version_and_stays_the_same():
    assert build_id().startswith(f"{__version__}-")
    assert build_id() == build_id()


def test_another_text_or_rule_gives_another_digest_and_other_files_do_not(tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "rules.py").write_text("LIMIT = 2")
    (tmp_path / "texts.yaml").write_text("bank: {en: bank, fr: banque}")
    first = folder_digest(tmp_path)
    (tmp_path / "games" / "rules.pyc").write_bytes(b"bytecode")
    assert folder_digest(tmp_path) == first
    (tmp_path / "texts.yaml").write_text("bank: {en: bench, fr: banque}")
    second = folder_digest(tmp_path)
    (tmp_path / "games" / "rules.py").write_text("LIMIT = 3")
    assert len({first, second, folder_digest(tmp_path)}) == 3


def test_a_moved_file_gives_another_digest(tmp_path):
    (tmp_path / "one.py").write_text("A = 1")
    first = folder_digest(tmp_path)
    (tmp_path / "one.py").rename(tmp_path / "two.py")
    assert folder_digest(tmp_path) != first
