import { settings } from '../../lib/pagina/settings.ts'
import classes from './brand.module.css'
import { MARK_BOX, MARK_PATH } from './mark-path.ts'

/** The mark, or the operator's own logo. The server puts the logo at `data-marca` before the application has loaded (O-83). */
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

/** Wide variant of the logo: the mark beside the product's name. */
export const Wordmark = () => (
  <span className={classes.wordmark}>
    <Mark />
    {settings.producto}
  </span>
)
