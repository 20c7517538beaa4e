import { DocumentoHoja } from '../../domain/emision/documento-hoja.tsx'
import { CreditoEditor } from './credito-editor.tsx'
import { NOTA_CREDITO } from './nota-credito.ts'

/** The sheet of a credit note. */
export const CreditoHoja = (props: { onNamed: (id: string) => void }) => (
  <DocumentoHoja tipo={NOTA_CREDITO} editor={CreditoEditor} {...props} />
)
