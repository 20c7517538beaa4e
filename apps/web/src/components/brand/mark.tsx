import { settings } from '../../lib/settings.ts'
import classes from './brand.module.css'
import { MARK_BOX, MARK_PATH } from './mark-path.ts'

export const Mark = ({ height = 30 }: { height?: number }) => (
  <svg viewBox={`0 0 ${MARK_BOX.width} ${MARK_BOX.height}`} height={height} width={(height * MARK_BOX.width) / MARK_BOX.height} className={classes.mark} aria-hidden="true" focusable="false">
    <path fillRule="evenodd" d={MARK_PATH} />
  </svg>
)

/** Wide variant of the logo: the mark and the product's name beside it. */
export const Wordmark = () => (
  <span className={classes.wordmark}>
    <Mark />
    {settings.producto}
  </span>
)
