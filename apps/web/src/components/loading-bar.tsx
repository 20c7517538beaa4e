import { noticeStore } from '../lib/pagina/notices.ts'
import { useStore } from '../lib/pagina/store.ts'
import classes from './loading-bar.module.css'

/** Thin bar at the top of the page while requests run. */
export function LoadingBar() {
  const { loading } = useStore(noticeStore)
  return loading ? <div className={classes.bar} role="progressbar" aria-label="Cargando" /> : null
}
