import { DocumentoHoja } from '../../domain/emision/documento-hoja.tsx'
import { Editor } from './editor.tsx'
import { NOTA_DEBITO } from './nota-debito.ts'

/** `/nota`, `/nota/registro` and `/nota/{uuid}`. */
export const NotaPage = () => <DocumentoHoja tipo={NOTA_DEBITO} editor={Editor} />
