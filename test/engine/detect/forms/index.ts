/** All forms, by the group that they are in. */
import { COLUMNS } from "./columns.ts";
import type { Forms } from "./form.ts";
import { GRIDS } from "./grids.ts";
import { LISTINGS } from "./listings.ts";
import { SEPARATED } from "./separated.ts";
import { SETTINGS } from "./settings.ts";
import { SOURCES } from "./sources.ts";

export const FORMS: Forms = { ...GRIDS, ...COLUMNS, ...LISTINGS, ...SEPARATED, ...SETTINGS, ...SOURCES };
