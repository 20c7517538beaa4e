// Blocks that several documents share, spelled once. A table refers to one by «&name».
export const BLOQUES: Readonly<Record<string, string>> = {
  infoTributaria: String.raw`
infoTributaria
  ambiente /[1-2]/
  tipoEmision /[12]/
  razonSocial t300
  nombreComercial? t300
  ruc /[0-9]{10}001/
  claveAcceso /[0-9]{49}/
  codDoc /[0-9]{2}/
  estab /[0-9]{3}/
  ptoEmi /[0-9]{3}/
  secuencial /[0-9]{9}/
  dirMatriz t300
  agenteRetencion? /[0-9]{1,8}/
  contribuyenteRimpe? /CONTRIBUYENTE (NEGOCIO POPULAR - )?RÉGIMEN RIMPE/
`,
  maquinaFiscal: String.raw`
maquinaFiscal?
  marca t30
  modelo t30
  serie t30
`,
  infoAdicional: String.raw`
infoAdicional?
  campoAdicional{1,15} l300
    @nombre l300
`,
  pagos: String.raw`
pagos?
  pago+
    formaPago /0[1-9]|1[0-9]|2[01]/
    total d14.2
    plazo? d14.2
    unidadTiempo? t10
`,
  compensaciones: String.raw`
compensaciones?
  compensacion+
    codigo /1/
    tarifa d4.2
    valor d14.2
`,
}
