// Ways from a table to the viewer of records and to links of positions.
import { setTabSecret } from "./settings.js";

/**
 * Return how a table shares its position and opens its record.
 * @param {import("./app.js").App} app
 * @param {import("../match.js").MatchModel} match
 * @returns {{share: () => Promise<string>, openRecord: (record: string) => void}}
 */
export function recordOpener(app, match) {
  return {
    share: async () => {
      const { shareLink } = await import("./share.js");
      return shareLink(match.game, match.position?.state);
    },
    openRecord: (record) => {
      const chanceKey = match.position?.chance_key;
      const text = record.trim();
      setTabSecret(
        "referee.record",
        JSON.stringify({ text, names: match.names, ...(chanceKey && { chance_key: chanceKey }) }),
      );
      app.go("#/record");
    },
  };
}
