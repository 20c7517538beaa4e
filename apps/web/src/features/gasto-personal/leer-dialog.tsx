import { GASTO_XML_MAX_BYTES, type GastoLeido } from '@yupana/contract'

import { Dialog } from '../../components/dialog/dialog.tsx'
import { UploadNow } from '../../components/upload/upload-now.tsx'
import { leerXml } from './gasto.queries.ts'

/** A document of a supplier, read into the form; nothing is kept of the file. */
export const LeerDialog = ({ onRead, onClose }: { onRead: (leido: GastoLeido) => void; onClose: () => void }) => (
  <Dialog opened title="Leer un XML" onClose={onClose} size="var(--form-dialog-width)">
    <UploadNow
      label="Factura o nota de crédito"
      kind="file"
      accept=".xml"
      maxBytes={GASTO_XML_MAX_BYTES}
      description="Se leen sus datos y usted decide a qué rubro va. El archivo no se guarda."
      onUpload={async (file, onProgress) => onRead(await leerXml(file, onProgress))}
    />
  </Dialog>
)
