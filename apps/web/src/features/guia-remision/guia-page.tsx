import { DocumentoHoja } from '../../domain/emision/documento-hoja.tsx'
import { Editor } from './editor.tsx'
import { GUIA } from './guia.ts'

/** `/guia_remision`, `/guia_remision/registro` and `/guia_remision/{uuid}`. */
export const GuiaPage = () => <DocumentoHoja tipo={GUIA} editor={Editor} />
