// Texts of the table, in English and French.
import { withFrenchSpaces } from "../language.js";

const en = {
  table: "Table", panels: "About the match", loading: "Setting the table…",
  // Prompt
  yourTurn: "Your turn", turnOf: "{name} is to move", chanceTurn: "Roll and enter", thinking: "{name} is thinking",
  iterations: "{count} variants", stop: "Stop", resume: "Let the bots go on", moveNow: "Move now", paused: "Bots are stopped",
  waiting: "Waiting for {name}", busy: "…", chosen: "Chosen", back: "Back", left: "{count} moves fit",
  leftOne: "1 move fits", play: "Play", undo: "Undo", hint: "Hint", why: "Why not?", latest: "Latest",
  actions: "Actions", choose: "Choose",
  // Moves
  moves: "Moves", movesNone: "There is nothing for you to choose now.", movesMany: "Point at the board: {count} moves are possible.",
  allMoves: "All {count} moves", noMove: "not possible now", verbs: "What you can do", everything: "All",
  // Why not
  whyTitle: "Why not?", whyLead: "Point at what you would like to do. The referee says which rule forbids it.",
  whyVerb: "{verb}: point at what you would use. The referee says which rule forbids it.", whyLegal: "This move is possible",
  whyNoRule: "No open move uses this.", rulebook: "Rulebook", ruling: "Ruling of this referee", referee: "Referee", components: "On the piece",
  instead: "You may instead", close: "Close", pointed: "You pointed at", askWhy: "Ask about any place", reasons: "{count} reasons",
  clear: "Clear", isWhyOn: "Clicks ask, they do not play",
  // Hint
  hintTitle: "Hint", hintBot: "Hint by", hintGreedy: "quick bot", hintSearch: "bot that thinks ahead", hintAsk: "Show",
  hintStop: "Stop", hintBest: "Best", hintLead: "lead {value}", hintShare: "{share} % of the search", hintSearching: "Searching: {count} variants",
  hintNone: "There is only one move.", hintFailed: "No hint now",
  // Log, scores, record
  log: "Log", logEmpty: "Nothing has happened yet.", scores: "Scores", points: "points", total: "Total", noPoints: "No points yet.",
  ruleSource: "Source", seat: "Player", record: "Record", download: "Download record", copyRecord: "Copy record", copied: "Copied",
  shareLink: "Copy link to this position", openRecord: "Open in the record viewer", recordSecret: "Complete at the end of the match.",
  recordLead: "All moves in one line each. Anyone can replay and check them.", copyFailed: "Copy it from here",
  shareNote: "The link contains the whole position, in the part of the address that is never sent.",
  proof: "Proof of fair dice", proofLead: "The referee committed to all chance before the first move:",
  proofKey: "The key is now public, so everyone can check every die:",
  // Parts of the picture
  parts: "Part of the table", whole: "Table", mine: "Hand", zoom: "Size of the board", zoomIn: "Larger", zoomOut: "Smaller", fit: "Whole width",
  // End
  over: "The game is over", winner: "{name} wins", winners: "{names} share the win", you: "You win", noWinner: "All sides lose",
  rank: "Place", resigned: "The match was given up",
  and: "and", problem: "That did not work", dismiss: "Dismiss", handOver: "Pass the screen to {name}", handOverGo: "Show my cards",
  moved: "{label}", noMatch: "No match", explain: "More about it",
};

/** @type {typeof en} */
const fr = {
  table: "Table", panels: "À propos de la partie", loading: "La table se met en place…",
  yourTurn: "À vous", turnOf: "C'est à {name}", chanceTurn: "Lancez et indiquez", thinking: "{name} réfléchit",
  iterations: "{count} variantes", stop: "Arrêter", resume: "Laisser jouer les robots", moveNow: "Jouer tout de suite",
  paused: "Les robots sont arrêtés",
  waiting: "En attente de {name}", busy: "…", chosen: "Choisi", back: "Retour", left: "{count} coups possibles",
  leftOne: "1 coup possible", play: "Jouer", undo: "Annuler", hint: "Conseil", why: "Pourquoi pas ?", latest: "Dernier coup",
  actions: "Actions", choose: "Choisir",
  moves: "Coups", movesNone: "Vous n'avez rien à choisir pour l'instant.", movesMany: "Montrez sur la table : {count} coups sont possibles.",
  allMoves: "Les {count} coups", noMove: "impossible maintenant", verbs: "Ce que vous pouvez faire", everything: "Tout",
  whyTitle: "Pourquoi pas ?", whyLead: "Montrez ce que vous voudriez faire. L'arbitre dit quelle règle l'interdit.",
  whyVerb: "{verb} : montrez ce que vous utiliseriez. L'arbitre dit quelle règle l'interdit.", whyLegal: "Ce coup est possible",
  whyNoRule: "Aucun coup possible n'utilise cela.", rulebook: "Livret de règles", ruling: "Décision de cet arbitre", referee: "Arbitre",
  components: "Sur la pièce",
  instead: "Vous pouvez plutôt", close: "Fermer", pointed: "Vous avez montré", askWhy: "Demander pour n'importe quelle place",
  reasons: "{count} raisons", clear: "Effacer", isWhyOn: "Les clics demandent, ils ne jouent pas",
  hintTitle: "Conseil", hintBot: "Conseil du", hintGreedy: "robot rapide", hintSearch: "robot qui réfléchit", hintAsk: "Montrer",
  hintStop: "Arrêter", hintBest: "Le meilleur", hintLead: "avance {value}", hintShare: "{share} % de la recherche",
  hintSearching: "Recherche : {count} variantes", hintNone: "Il n'y a qu'un coup.", hintFailed: "Pas de conseil pour l'instant",
  log: "Journal", logEmpty: "Rien ne s'est encore passé.", scores: "Points", points: "points", total: "Total", noPoints: "Aucun point pour l'instant.",
  ruleSource: "Source", seat: "Joueur", record: "Notation", download: "Télécharger la partie", copyRecord: "Copier la partie", copied: "Copié",
  shareLink: "Copier le lien de cette position", openRecord: "Ouvrir dans la visionneuse", recordSecret: "Complète à la fin de la partie.",
  recordLead: "Tous les coups, un par ligne. Chacun peut les rejouer et les vérifier.", copyFailed: "Copiez-le ici",
  shareNote: "Le lien contient toute la position, dans la partie de l'adresse qui n'est jamais envoyée.",
  proof: "Preuve de dés honnêtes", proofLead: "L'arbitre a fixé tout le hasard avant le premier coup :",
  proofKey: "La clé est maintenant publique, donc chacun peut vérifier chaque dé :",
  parts: "Partie de la table", whole: "Table", mine: "Main", zoom: "Taille du plateau", zoomIn: "Plus grand", zoomOut: "Plus petit", fit: "Toute la largeur",
  over: "La partie est terminée", winner: "{name} gagne", winners: "{names} gagnent ensemble", you: "Vous gagnez", noWinner: "Tous perdent",
  rank: "Rang", resigned: "La partie a été abandonnée",
  and: "et", problem: "Cela n'a pas fonctionné", dismiss: "Fermer", handOver: "Passez l'écran à {name}", handOverGo: "Montrer mes cartes",
  moved: "{label}", noMatch: "Aucune partie", explain: "En savoir plus",
};

/** Texts of the table by language. */
export const TABLE_TEXTS = { en, fr: withFrenchSpaces(fr) };

/** @typedef {typeof en} TableTexts */
