"""Rules of battles: fighters and damage, defence bonuses, support by archers and priests."""
