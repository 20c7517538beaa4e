export interface Hoja {
  titulo: string
  empresa: string
  /** Empty for a valid document. */
  aviso: string
  cuerpo: string
  hechos: readonly (readonly [string, string])[]
  /** A button with a link. */
  enlace?: { texto: string; url: string }
  nota: string
  pie: string
  hecho: string
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)

const P = 'margin:0 0 16px;overflow-wrap:anywhere'
/** Text as paragraphs, which empty lines separate. */
const parrafos = (text: string, style = P) =>
  text
    .split(/\n{2,}/)
    .map((parrafo) => `<p style="${style}">${parrafo.split('\n').map(escape).join('<br>')}</p>`)
    .join('\n')

/**
 * The mail for programs that show HTML. Styles are inline and nothing is loaded: all programs show that alike. Typed text is always
 * escaped.
 */
export const htmlOf = ({ titulo, empresa, aviso, cuerpo, hechos, enlace, nota, pie, hecho }: Hoja): string => `<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escape(titulo)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f6f7f9;color:#16202e;font-family:Inter,Segoe UI,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5">
<div style="max-width:600px;margin:0 auto;background:#ffffff;border:1px solid #d5dbe3;border-radius:10px;padding:24px">
<p style="margin:0 0 16px;font-size:18px;line-height:1.3;font-weight:700;overflow-wrap:anywhere">${escape(empresa)}</p>
${aviso && `<p style="margin:0 0 16px;padding:8px 12px;background:#fdebcf;color:#7a4100;border-radius:6px;font-weight:600">${escape(aviso)}</p>\n`}${parrafos(cuerpo)}
<dl style="margin:0 0 16px;padding:12px 16px;background:#eef1f5;border-radius:6px">
${hechos.map(([name, value]) => `<dt style="font-size:13px;color:#445164">${escape(name)}</dt><dd style="margin:0 0 8px;font-weight:600;overflow-wrap:anywhere">${escape(value)}</dd>`).join('\n')}
</dl>
${enlace ? `<p style="${P}"><a href="${escape(enlace.url)}" style="display:inline-block;padding:10px 16px;background:#14539e;color:#ffffff;border-radius:6px;text-decoration:none;font-weight:600">${escape(enlace.texto)}</a></p>\n` : ''}<p style="${P}">${escape(nota)}</p>
${parrafos(pie, 'margin:0;overflow-wrap:anywhere')}
</div>
<p style="max-width:600px;margin:12px auto 0;font-size:12px;color:#445164;text-align:center">${escape(hecho)}</p>
</body>
</html>
`
