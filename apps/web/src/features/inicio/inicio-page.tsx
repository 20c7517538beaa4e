import { PageTitle } from '../../components/page-title.tsx'
import { currentSession } from '../../lib/session.ts'
import { settings } from '../../lib/settings.ts'
import classes from './inicio.module.css'

export function InicioPage() {
  const session = currentSession()
  const docs = `/${settings.segmento}/v1/docs`
  return (
    <>
      <PageTitle>Inicio</PageTitle>
      <section className={classes.card} aria-labelledby="inicio-api">
        <h2 id="inicio-api">Emisión por la API</h2>
        <p>
          {session ? `Inició sesión como ${session.name} ${session.surname} (${session.username}). ` : ''}
          Las pantallas de documentos están en construcción; por ahora las facturas se emiten y se consultan por la API de esta
          instalación.
        </p>
        <p>
          <a href={docs}>Abrir la documentación de la API</a>
          <code className={classes.address}>{docs}</code>
        </p>
      </section>
    </>
  )
}
