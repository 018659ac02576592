// The script `build` of the web: the same build that `npm start` makes, so that neither repeats the other's.
import { buildWeb } from './web.mjs';

await buildWeb();
