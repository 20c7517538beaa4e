import type { CambiosCotizacion, CotizacionVersionFila } from '@yupana/contract'
import { displayMonto } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { DownloadButton } from '../../components/download-button.tsx'
import { PartFailure } from '../../components/part-failure.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { EstadoCotizacionChip } from './estado-chip.tsx'
import { VersionDialog } from './version-dialog.tsx'
import { downloadVersion, versionesQuery } from './version.queries.ts'
import classes from './versiones.module.css'

interface VersionesProps {
  id: string
  numero: string
  /** Number of the version that the client has now. */
  enviada: number | null
}

/** Versions sent to the client, newest first; each opens as it was. */
export function Versiones({ id, numero, enviada }: VersionesProps) {
  const { data, isError, refetch } = useQuery(versionesQuery(id))
  const [abierta, setAbierta] = useState<number>()
  if (isError)
    return (
      <div className={classes.card}>
        <PartFailure reason="No se pudieron cargar las versiones." onRetry={refetch} />
      </div>
    )
  if (!data) return <Skeleton label="Cargando las versiones" lines={['80%', '100%', '60%']} />
  return (
    <section className={classes.card} aria-label="Versiones enviadas">
      {data.versiones.length === 0 ? (
        <p className={classes.nota}>Todavía no se ha enviado. Cada vez que la envíe quedará aquí como la vio su cliente.</p>
      ) : (
        <ol className={classes.lista}>
          {data.versiones.map((version) => (
            <li key={version.n}>
              <Version version={version} isCurrent={version.n === enviada} />
              <div className={classes.acciones}>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Ver la versión ${version.n}`}
                  onClick={() => setAbierta(version.n)}
                >
                  Ver
                </Button>
                <DownloadButton
                  compact
                  label={`Descargar PDF de la versión ${version.n}`}
                  onDownload={() => untilRefused(downloadVersion({ id, numero, n: version.n }))}
                >
                  PDF
                </DownloadButton>
              </div>
            </li>
          ))}
        </ol>
      )}
      {abierta !== undefined && <VersionDialog id={id} numero={numero} n={abierta} onClose={() => setAbierta(undefined)} />}
    </section>
  )
}

function Version({ version, isCurrent }: { version: CotizacionVersionFila; isCurrent: boolean }) {
  const { n, en, quien, total, cambios, respuesta } = version
  return (
    <div className={classes.version}>
      <p className={classes.titulo}>
        <strong>Versión {n}</strong>
        <strong>{displayMonto(total)}</strong>
        {isCurrent && <Chip tone="info">La tiene su cliente</Chip>}
        {respuesta && <EstadoCotizacionChip estado={respuesta.estado} />}
      </p>
      <p className={classes.nota}>
        Enviada el <time dateTime={en}>{momentoText(en)}</time>
        {quien && ` por ${quien}`}
      </p>
      <p>{cambiosText(cambios)}</p>
      {respuesta && (
        <p>
          {respuesta.estado === 'ACEPTADA' ? 'Aceptada' : 'Rechazada'} el {momentoText(respuesta.en)}
          {respuesta.nota ? `: «${respuesta.nota}».` : '.'}
        </p>
      )}
    </div>
  )
}

const CAMPO: Readonly<Record<CambiosCotizacion['campos'][number], string>> = {
  cliente: 'datos del cliente',
  fecha: 'fecha',
  validez: 'validez',
  modo: 'precios con o sin IVA',
  condiciones: 'condiciones',
  info_adicional: 'información adicional',
  emisor: 'datos de la empresa',
}
const LINEAS = [
  ['cambiadas', 'línea cambiada', 'líneas cambiadas'],
  ['agregadas', 'línea agregada', 'líneas agregadas'],
  ['quitadas', 'línea quitada', 'líneas quitadas'],
] as const

/** «Cambió: condiciones; 1 línea agregada (Cable).» */
function cambiosText(cambios: CambiosCotizacion | null): string {
  if (!cambios) return 'La primera que se envió.'
  const lineas = LINEAS.flatMap(([que, una, varias]) => {
    const { cuantas, primeras } = cambios[que]
    if (cuantas === 0) return []
    const resto = cuantas - primeras.length
    const nombres = resto > 0 ? `${primeras.join(', ')} y ${resto} más` : primeras.join(', ')
    return [`${cuantas} ${cuantas === 1 ? una : varias} (${nombres})`]
  })
  const todo = [...cambios.campos.map((campo) => CAMPO[campo]), ...lineas]
  return todo.length > 0 ? `Cambió: ${todo.join('; ')}.` : 'Cambió el orden de las líneas.'
}
