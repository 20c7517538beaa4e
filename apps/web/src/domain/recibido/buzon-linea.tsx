import type { BuzonEstado } from '@yupana/contract'
import { fechaIn } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { Button } from '../../components/button.tsx'
import { horaText, momentoText, today } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { hasRight, isAdmin } from '../../lib/sesion/rights.ts'
import { estadoBuzonQuery, readMailboxNow } from './buzon.queries.ts'
import classes from './recibir.module.css'

const cuando = (instant: string): string =>
  fechaIn(new Date(instant)) === today() ? `a las ${horaText(instant)}` : `el ${momentoText(instant)}`
const documentosText = (count: number): string =>
  count === 0 ? 'sin documentos nuevos' : count === 1 ? '1 documento' : `${count} documentos`

function estadoText({ leyendo, leido_en: leido, documentos, fallo, fallo_en: cayo }: BuzonEstado): string {
  if (leyendo) return 'Buzón: leyendo…'
  if (fallo !== null && cayo !== null) return `Buzón: no se pudo leer ${cuando(cayo)}. ${fallo}`
  return leido === null ? 'Buzón: todavía no se ha leído' : `Buzón: leído ${cuando(leido)}, ${documentosText(documentos)}`
}

/** State of the last mailbox reading, with «Leer ahora»; nothing without a mailbox. */
export function BuzonLinea({ configurar = false }: { configurar?: boolean }) {
  const { data } = useQuery(estadoBuzonQuery())
  const [isBusy, read] = useBusy(() => untilRefused(readMailboxNow()))
  if (data === undefined) return null
  if (!data?.activo)
    return configurar && isAdmin() ? (
      <p className={classes.buzon}>
        <Link to="/empresa_perfil?seccion=buzon">{data ? 'El buzón de correo no se lee' : 'Traerlos también de un buzón de correo'}</Link>
      </p>
    ) : null
  return (
    <div className={classes.buzon}>
      <p role="status" data-bad={(!data.leyendo && data.fallo !== null) || undefined}>
        {estadoText(data)}
      </p>
      {hasRight('compra:registrar') && (
        <Button variant="subtle" disabled={data.leyendo} busy={isBusy} busyLabel="Pidiendo…" onClick={() => void read()}>
          Leer ahora
        </Button>
      )}
    </div>
  )
}
