// Factura 1.0.0, 1.1.0, 2.0.0 and 2.1.0: «#2» only in 2.x, «#seis» only in the versions with six decimals.
export const FACTURA = String.raw`
factura
  &infoTributaria
  infoFactura
    fechaEmision fecha
    dirEstablecimiento? t300
    contribuyenteEspecial? /[A-Za-z0-9]{3,13}/
    obligadoContabilidad? /SI|NO/
    comercioExterior? /EXPORTADOR/
    incoTermFactura? /[A-Z]{1,10}/
    lugarIncoTerm? t300
    paisOrigen? /[0-9]{3}/
    puertoEmbarque? t300
    puertoDestino? t300
    paisDestino? /[0-9]{3}/
    paisAdquisicion? /[0-9]{3}/
    tipoIdentificacionComprador /0[4-8]/
    guiaRemision? /[0-9]{3}-[0-9]{3}-[0-9]{9}/
    razonSocialComprador t300
    identificacionComprador t20
    direccionComprador? t300
    totalSinImpuestos d14.2
    totalSubsidio? d14.2
    incoTermTotalSinImpuestos? /[A-Z]{1,10}/
    totalDescuento s14.2
    codDocReembolso? /[0-9]{2,3}/
    totalComprobantesReembolso? d14.2
    totalBaseImponibleReembolso? d14.2
    totalImpuestoReembolso? d14.2
    totalConImpuestos
      totalImpuesto+
        codigo /[235]/
        codigoPorcentaje /[0-9]{1,4}/
        descuentoAdicional? s14.2
        baseImponible d14.2
        tarifa? d4.2
        valor d14.2
        valorDevolucionIva? d14.2
    &compensaciones
    propina? d14.2
    fleteInternacional? d14.2
    seguroInternacional? d14.2
    gastosAduaneros? d14.2
    gastosTransporteOtros? d14.2
    importeTotal d14.2
    moneda? t15
    placa? t20
    &pagos
    valorRetIva? d14.2
    valorRetRenta? d14.2
  detalles
    detalle+
      codigoPrincipal? t25
      codigoAuxiliar? t25
      descripcion t300
      unidadMedida? t50
      cantidad cantidad
      precioUnitario cantidad
      precioSinSubsidio? cantidad
      descuento d14.2
      precioTotalSinImpuesto d14.2
      detallesAdicionales?
        detAdicional{1,3}
          @nombre l300
          @valor l300
      impuestos
        impuesto+
          codigo /[235]/
          codigoPorcentaje /[0-9]{1,4}/
          tarifa d4.2
          baseImponible d14.2
          valor d14.2
  reembolsos?
    reembolsoDetalle+
      tipoIdentificacionProveedorReembolso /0[4-8]/
      identificacionProveedorReembolso t20
      codPaisPagoProveedorReembolso? /[0-9]{3}/
      tipoProveedorReembolso /0[12]/
      codDocReembolso /[0-9]{2,3}/
      estabDocReembolso /[0-9]{3}/
      ptoEmiDocReembolso /[0-9]{3}/
      secuencialDocReembolso /[0-9]{9}/
      fechaEmisionDocReembolso fecha
      numeroautorizacionDocReemb /[0-9]{10,49}/
      detalleImpuestos
        detalleImpuesto+
          codigo /[235]/
          codigoPorcentaje /[0-9]{1,4}/
          tarifa d4.2
          baseImponibleReembolso d14.2
          impuestoReembolso d14.2
      compensacionesReembolso?
        compensacionReembolso+
          codigo /1/
          tarifa d4.2
          valor d14.2
  retenciones? #seis
    retencion+
      codigo /4/
      codigoPorcentaje /[0-9]{1,3}/
      tarifa d5.2
      valor d14.2
  infoSustitutivaGuiaRemision? #2
    dirPartida t300
    dirDestinatario t300
    fechaIniTransporte fecha
    fechaFinTransporte fecha
    razonSocialTransportista t300
    tipoIdentificacionTransportista /0[4-8]/
    rucTransportista t20
    placa t20
    destinos
      destino+
        motivoTraslado t300
        docAduaneroUnico? t64
        codEstabDestino? /[0-9]{3}/
        ruta? t300
  otrosRubrosTerceros? #2
    rubro+
      concepto t300
      total d14.2
  tipoNegociable?
    correo t100
  &maquinaFiscal
  &infoAdicional
  @id? /comprobante/
  @version?
`
