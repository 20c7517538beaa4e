import { RECIBIDO_MAX_BYTES, type ArchivoGasto, type GastoRecibido } from '@yupana/contract'
import { useState } from 'react'

import { Dialog } from '../../components/dialog/dialog.tsx'
import { UploadFilesNow } from '../../components/upload/upload-now.tsx'
import { Resultado } from '../../domain/recibido/recibir.tsx'
import { bringRecibidos } from './gasto.queries.ts'

interface TraerDialogProps {
  /** Receives the document if exactly one arrived. */
  onRead: (solo: GastoRecibido) => void
  onClose: () => void
}

const importacionOf = (archivos: readonly ArchivoGasto[]) => {
  const count = (resultado: ArchivoGasto['resultado']) => archivos.filter((one) => one.resultado === resultado).length
  return {
    nuevos: count('NUEVO'),
    pedidos: 0,
    repetidos: count('REPETIDO'),
    rechazados: count('RECHAZADO'),
    archivos: archivos.map((one) => ({ ...one, id: null })),
  }
}

/** Brings in documents of suppliers for classification; a single one opens at once. */
export function TraerDialog({ onRead, onClose }: TraerDialogProps) {
  const [done, setDone] = useState<readonly ArchivoGasto[]>()
  return (
    <Dialog opened title="Traer comprobantes" onClose={onClose} size="var(--form-dialog-width)">
      <UploadFilesNow
        label="XML, o un ZIP de ellos"
        kind="file"
        accept=".xml,.zip"
        maxBytes={RECIBIDO_MAX_BYTES}
        multiple
        description="Facturas y notas de crédito a su nombre o al de su familia. Quedan por clasificar hasta que diga su rubro."
        onUpload={async (files, onProgress) => {
          const { archivos, solo } = await bringRecibidos(files, onProgress)
          if (solo) onRead(solo)
          else setDone(archivos)
        }}
      />
      {done && <Resultado importacion={importacionOf(done)} />}
    </Dialog>
  )
}
