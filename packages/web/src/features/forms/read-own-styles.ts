// By itself, for it brings the parser of CSS: it is fetched once somebody writes styles.
export { readCustomCss as readOwnStyles } from '@weft/forms';
