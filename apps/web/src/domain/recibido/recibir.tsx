import { RECIBIDO_MAX_BYTES, type ArchivoRecibido, type Importacion } from '@yupana/contract'
import { useState } from 'react'

import { Alert } from '../../components/alert.tsx'
import { UploadFilesNow } from '../../components/upload/upload-now.tsx'
import { anotarGrandes, importar, importMany } from './recibido.queries.ts'
import classes from './recibir.module.css'

interface RecibirProps {
  description: string
  /** Accepts several files at once. */
  multiple?: boolean
  /** Receives the result once the file was read. */
  onDone?: (importacion: Importacion) => void
}

const MOST_SHOWN = 50

/** Brings in documents of others as XML, or as a ZIP of XML; refused files show the reason. */
export function Recibir({ description, multiple = false, onDone }: RecibirProps) {
  const [done, setDone] = useState<Importacion>()
  const tell = (importacion: Importacion) => {
    setDone(importacion)
    onDone?.(importacion)
  }
  return (
    <section className={classes.recibir} aria-label="Traer comprobantes">
      <UploadFilesNow
        label="XML, ZIP o lista del SRI"
        kind="file"
        accept=".xml,.zip,.txt,.csv"
        maxBytes={RECIBIDO_MAX_BYTES}
        multiple={multiple}
        description={description}
        onTooLarge={(files) => void anotarGrandes(files)}
        onUpload={async (files, onProgress) => {
          setDone(undefined)
          if (files.length > 1) await importMany(files, onProgress, tell)
          else tell(await importar(files, onProgress))
        }}
      />
      {done && <Resultado importacion={done} />}
    </section>
  )
}

const countText = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** Refused files come first. */
const ORDEN: Readonly<Record<ArchivoRecibido['resultado'], number>> = { RECHAZADO: 0, REPETIDO: 1, PEDIDO: 2, NUEVO: 3 }

/** Result of each file, with its reason. */
export function Resultado({ importacion: { nuevos, pedidos, repetidos, rechazados, archivos } }: { importacion: Importacion }) {
  const told = archivos.filter(({ motivo }) => motivo !== null).sort((a, b) => ORDEN[a.resultado] - ORDEN[b.resultado])
  const rest = archivos.filter(({ resultado, motivo }) => resultado === 'NUEVO' && motivo === null)
  const title = [
    ...(nuevos > 0 || pedidos === 0 ? [countText(nuevos, 'nuevo', 'nuevos')] : []),
    ...(pedidos > 0 ? [countText(pedidos, 'clave pedida al SRI', 'claves pedidas al SRI')] : []),
    ...(repetidos > 0 ? [countText(repetidos, 'repetido', 'repetidos')] : []),
    ...(rechazados > 0 ? [countText(rechazados, 'rechazado', 'rechazados')] : []),
  ].join(', ')
  return (
    <Alert tone={rechazados > 0 ? 'danger' : 'success'} title={title}>
      {told.length > 0 && (
        <ul className={classes.motivos}>
          {told.slice(0, MOST_SHOWN).map(({ archivo, motivo }, at) => (
            <li key={at}>
              <strong>{archivo}</strong>: {motivo}
            </li>
          ))}
          {told.length > MOST_SHOWN && <li>Y {told.length - MOST_SHOWN} más.</li>}
        </ul>
      )}
      {archivos.length > 1 && rest.length > 0 && (
        <details>
          <summary>{rest.length === 1 ? 'El archivo que entró' : `Los ${rest.length} archivos que entraron`}</summary>
          <ul className={classes.motivos}>
            {rest.map(({ archivo }, at) => (
              <li key={at}>{archivo}</li>
            ))}
          </ul>
        </details>
      )}
    </Alert>
  )
}
