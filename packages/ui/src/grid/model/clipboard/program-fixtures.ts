/** What a program puts on the clipboard for one and the same sheet; see `sheet` for what is in it. */
export interface ProgramFixture {
  readonly program: string;
  readonly html: string;
  readonly text: string;
}

/**
 * Code (text with leading zeros), Amount (1234.567, shown with two decimals), Share (0.253, shown whole), Day
 * (3 April 2026), Notes (two lines), and an empty last column. In the second row Code and Amount are merged, Day is
 * merged with the cell below, and what follows is empty; the third row holds a quote and a negative number.
 */
export const sheet = [
  ['007', '1,234.57', '25%', '04/03/2026', 'two\nlines', ''],
  ['both', '', '', '12/31/2026', '', ''],
  ['"q" & <b>', '-3.00', '', '', '', ''],
] as const;

const excelText =
  '007\t1,234.57\t25%\t04/03/2026\t"two\nlines"\t\r\nboth\t\t\t12/31/2026\t\t\r\n"""q"" & <b>"\t-3.00\t\t\t\t\r\n';

const excelHead = `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:x="urn:schemas-microsoft-com:office:excel"
xmlns="http://www.w3.org/TR/REC-html40">

<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Excel.Sheet>
<meta name=Generator content="Microsoft Excel 15">
<link id=Main-File rel=Main-File href="file:///C:/Temp/msohtmlclip1/01/clip.htm">
<style>
<!--table
	{mso-displayed-decimal-separator:"\\.";
	mso-displayed-thousand-separator:"\\,";}
tr
	{mso-height-source:auto;}
col
	{mso-width-source:auto;}
br
	{mso-data-placement:same-cell;}
td
	{padding-top:1px;
	mso-ignore:padding;
	white-space:nowrap;}
.xl65
	{mso-number-format:"\\@";}
.xl67
	{white-space:normal;}
-->
</style>
</head>

<body link="#0563C1" vlink="#954F72">

<table border=0 cellpadding=0 cellspacing=0 width=445 style='border-collapse:
 collapse;width:334pt'>
<!--StartFragment-->
 <col width=64 style='width:48pt'>
 <col width=87 style='mso-width-source:userset;mso-width-alt:3181;width:65pt'>
`;

const excelTail = `<!--EndFragment-->
</table>

</body>

</html>
`;

const excel: ProgramFixture = {
  program: 'Excel',
  text: excelText,
  html: `${excelHead} <tr height=40 style='height:30.0pt'>
  <td height=40 class=xl65 width=64 style='height:30.0pt;width:48pt'>007</td>
  <td class=xl66 align=right width=87 style='width:65pt'>1,234.57</td>
  <td class=xl68 align=right width=64 style='width:48pt'>25%</td>
  <td class=xl69 align=right width=64 style='width:48pt'>04/03/2026</td>
  <td class=xl67 width=102 style='width:77pt'>two<br>
    lines</td>
  <td></td>
 </tr>
 <tr height=20 style='height:15.0pt'>
  <td colspan=2 height=20 class=xl70 style='height:15.0pt'>both</td>
  <td></td>
  <td rowspan=2 class=xl71>12/31/2026</td>
  <td></td>
  <td></td>
 </tr>
 <tr height=20 style='height:15.0pt'>
  <td height=20 style='height:15.0pt'>&quot;q&quot; &amp; &lt;b&gt;</td>
  <td class=xl66 align=right>-3.00</td>
  <td></td>
  <td></td>
  <td></td>
 </tr>
${excelTail}`,
};

const excel2003: ProgramFixture = {
  program: 'Excel 2003',
  text: excelText,
  html: `${excelHead} <tr height=34>
  <td height=34 class=xl24 x:str>007</td>
  <td class=xl25 align=right style='mso-number-format:"\\#\\,\\#\\#0\\.00"' x:num="1234.567">1,234.57</td>
  <td class=xl26 align=right style='mso-number-format:"0%"' x:num="0.253">25%</td>
  <td class=xl27 align=right style='mso-number-format:"Short Date"' x:num="46115">04/03/2026</td>
  <td class=xl28>two<br>
    lines</td>
  <td></td>
 </tr>
 <tr height=17>
  <td colspan=2 height=17>both</td>
  <td></td>
  <td rowspan=2 style='mso-number-format:"mm\\/dd\\/yyyy"' x:num="46387">12/31/2026</td>
  <td colspan=2 style='mso-ignore:colspan'></td>
 </tr>
 <tr height=17>
  <td height=17 x:str="&quot;q&quot; &amp; &lt;b&gt;">&quot;q&quot; &amp; &lt;b&gt;</td>
  <td align=right style='mso-number-format:"0\\.00"' x:num="-3">-3.00</td>
  <td></td>
  <td colspan=2 style='mso-ignore:colspan'></td>
 </tr>
${excelTail}`,
};

const excelMac: ProgramFixture = {
  program: 'Excel for Mac, a filtered list with a hidden row',
  text: excelText,
  html: excel.html.replace(
    " <tr height=20 style='height:15.0pt'>\n  <td colspan=2",
    " <tr height=0 style='display:none;mso-height-source:userset'>\n  <td>hidden</td><td>1</td><td></td><td></td><td></td><td></td>\n </tr>\n <tr height=20 style='height:15.0pt'>\n  <td colspan=2",
  ),
};

const sheets: ProgramFixture = {
  program: 'Google Sheets',
  text: '007\t1,234.57\t25%\t04/03/2026\t"two\nlines"\t\nboth\t\t\t12/31/2026\t\t\n"q" & <b>\t-3.00\t\t\t\t',
  html: `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt;font-family:Arial;width:0px;border-collapse:collapse;border:none" data-sheets-root="1" data-sheets-baot="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px 2px 3px;vertical-align:bottom;" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;007&quot;,&quot;6&quot;:1}">007</td><td style="overflow:hidden;text-align:right;" data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:1234.567}" data-sheets-numberformat="{&quot;1&quot;:2,&quot;2&quot;:&quot;#,##0.00&quot;,&quot;3&quot;:1}">1,234.57</td><td data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:0.253}" data-sheets-numberformat="{&quot;1&quot;:3,&quot;2&quot;:&quot;0%&quot;,&quot;3&quot;:1}">25%</td><td data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:46115}" data-sheets-numberformat="{&quot;1&quot;:5,&quot;2&quot;:&quot;mm/dd/yyyy&quot;,&quot;3&quot;:1}">04/03/2026</td><td style="white-space:normal;overflow:hidden;word-wrap:break-word;" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;two\\nlines&quot;}">two<br/>lines</td><td></td></tr><tr style="height:21px;"><td rowspan="1" colspan="2" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;both&quot;}">both</td><td></td><td rowspan="2" colspan="1" data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:46387}" data-sheets-numberformat="{&quot;1&quot;:5,&quot;2&quot;:&quot;mm/dd/yyyy&quot;,&quot;3&quot;:1}">12/31/2026</td><td></td><td></td></tr><tr style="height:21px;"><td data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;\\&quot;q\\&quot; &amp; &lt;b&gt;&quot;}">&quot;q&quot; &amp; &lt;b&gt;</td><td data-sheets-value="[null,3,null,-3]" data-sheets-numberformat="[null,2,&quot;0.00&quot;,1]">-3.00</td><td></td><td></td><td></td></tr></tbody></table>`,
};

const libreOffice: ProgramFixture = {
  program: 'LibreOffice Calc',
  text: '007\t1,234.57\t25%\t04/03/2026\t"two\nlines"\t\nboth\t\t\t12/31/2026\t\t\n"""q"" & <b>"\t-3.00\t\t\t\t\n',
  html: `<!DOCTYPE html>

<html>
<head>
	<meta http-equiv="content-type" content="text/html; charset=utf-8"/>
	<title></title>
	<meta name="generator" content="LibreOffice 24.2.7.2 (Linux)"/>
	<style type="text/css">
		body,div,table,thead,tbody,tfoot,tr,th,td,p { font-family:"Liberation Sans"; font-size:x-small }
		a.comment-indicator:hover + comment { background:#ffd; position:absolute; display:block; border:1px solid black; padding:0.5em;  }
		comment { display:none;  }
	</style>

</head>

<body>
<table cellspacing="0" border="0">
	<colgroup width="85"></colgroup>
	<colgroup span="5" width="105"></colgroup>
	<tr>
		<td height="33" align="left" sdnum="1033;0;@">007</td>
		<td align="right" sdval="1234.567" sdnum="1033;0;#,##0.00">1,234.57</td>
		<td align="right" sdval="0.253" sdnum="1033;0;0%">25%</td>
		<td align="right" sdval="46115" sdnum="1033;1033;MM/DD/YYYY">04/03/2026</td>
		<td align="left"><font face="Liberation Sans">two<br>lines</font></td>
		<td align="left"><br></td>
	</tr>
	<tr>
		<td colspan=2 height="17" align="center" valign=middle>both</td>
		<td align="left"><br></td>
		<td rowspan=2 align="center" sdval="46387" sdnum="1033;1033;MM/DD/YYYY">12/31/2026</td>
		<td align="left"><br></td>
		<td align="left"><br></td>
	</tr>
	<tr>
		<td height="17" align="left">&quot;q&quot; &amp; &lt;b&gt;</td>
		<td align="right" sdval="-3" sdnum="1033;0;0.00">-3.00</td>
		<td align="left"><br></td>
		<td align="left"><br></td>
		<td align="left"><br></td>
	</tr>
</table>
<!-- ************************************************************************** -->
</body>

</html>
`,
};

const numbersCell = (text: string): string =>
  `<td valign="top" style="border-style: solid; border-width: 1.0px; padding: 4.0px"><p style="margin: 0.0px; font: 10.0px 'Helvetica Neue'">${text}</p></td>\n`;

/** Numbers writes no values, and gives each merged cell its place and the others none. */
const numbers: ProgramFixture = {
  program: 'Numbers',
  text: '007\t1,234.57\t25%\t04/03/2026\t"two\nlines"\t\nboth\t\t\t12/31/2026\t\t\n"q" & <b>\t-3.00\t\t\t\t',
  html: `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">
<html>
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8">
<meta http-equiv="Content-Style-Type" content="text/css">
<title></title>
<meta name="Generator" content="Cocoa HTML Writer">
</head>
<body>
<table cellspacing="0" cellpadding="0" style="border-collapse: collapse">
<tbody>
<tr>
${['007', '1,234.57', '25%', '04/03/2026', 'two<br>\nlines', '<br>'].map(numbersCell).join('')}</tr>
<tr>
${numbersCell('both').replace('<td', '<td colspan="2"')}${numbersCell('<br>')}${numbersCell('12/31/2026').replace('<td', '<td rowspan="2"')}${numbersCell('<br>')}${numbersCell('<br>')}</tr>
<tr>
${['&quot;q&quot; &amp; &lt;b&gt;', '-3.00', '<br>', '<br>', '<br>'].map(numbersCell).join('')}</tr>
</tbody>
</table>
</body>
</html>
`,
};

export const programFixtures: readonly ProgramFixture[] = [
  excel,
  excel2003,
  excelMac,
  sheets,
  libreOffice,
  numbers,
];
