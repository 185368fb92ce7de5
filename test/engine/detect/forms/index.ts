/** All forms, by the group that they are in. */
import { COLUMNS } from "./columns.ts";
import { TOOLS } from "./columns-of-tools.ts";
import { DOCUMENTS } from "./documents.ts";
import type { Forms } from "./form.ts";
import { GRIDS } from "./grids.ts";
import { LISTINGS } from "./listings.ts";
import { PACKAGES } from "./listings-of-tools.ts";
import { LISTS } from "./lists.ts";
import { SEPARATED } from "./separated.ts";
import { SETTINGS } from "./settings.ts";
import { SOURCES } from "./sources.ts";

export const FORMS: Forms = {
  ...GRIDS,
  ...COLUMNS,
  ...TOOLS,
  ...LISTINGS,
  ...PACKAGES,
  ...SEPARATED,
  ...SETTINGS,
  ...LISTS,
  ...SOURCES,
  ...DOCUMENTS,
};
