import { DocumentoHoja } from '../../domain/emision/documento-hoja.tsx'
import { DebitoEditor } from './debito-editor.tsx'
import { NOTA_DEBITO } from './nota-debito.ts'

/** The sheet of a debit note. */
export const DebitoHoja = (props: { onNamed: (id: string) => void }) => (
  <DocumentoHoja tipo={NOTA_DEBITO} editor={DebitoEditor} {...props} />
)
