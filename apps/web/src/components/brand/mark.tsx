import { settings } from '../../lib/pagina/settings.ts'
import classes from './brand.module.css'
import { MARK_BOX, MARK_PATH } from './mark-path.ts'

/** The mark, or the operator's own logo. `data-marca` is where the server puts that one before the application has come (O-83). */
export const Mark = ({ height = 30 }: { height?: number }) =>
  settings.logo ? (
    <img src={settings.logo} alt="" height={height} className={classes.mark} />
  ) : (
    <svg
      viewBox={`0 0 ${MARK_BOX.width} ${MARK_BOX.height}`}
      height={height}
      width={(height * MARK_BOX.width) / MARK_BOX.height}
      className={classes.mark}
      data-marca=""
      aria-hidden="true"
      focusable="false"
    >
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
